import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { claimVideo, MAX_LIVE_VIDEOS } from "../../ui/clip/live-videos.ts";
import type { PlayerSnapshot } from "./controller/player-snapshot.ts";
import { SyncController } from "./controller/sync-controller.ts";
import { type PlayerClip, slowestFps } from "./types.ts";

export interface Player {
  readonly controller: SyncController;
  readonly snapshot: PlayerSnapshot;
  readonly fps: number;
  /** Subscribes to changes of the displayed frame. */
  readonly onFrame: (listener: () => void) => () => void;
}

const clock = {
  now: () => performance.now(),
  after: (delayMs: number, run: () => void): void => {
    setTimeout(run, delayMs);
  },
};

const wantsLessMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const listeners = () => {
  const set = new Set<() => void>();
  return {
    tell: (): void => {
      for (const listener of set) listener();
    },
    add: (listener: () => void) => {
      set.add(listener);
      return () => {
        set.delete(listener);
      };
    },
  };
};

/** Ticks with requestAnimationFrame; a hidden page has none, and its clips are resynced when it returns. */
const runTicks = (controller: SyncController, tellFrame: () => void): (() => void) => {
  let handle = 0;
  let shown = -1;
  const next = (): void => {
    controller.tick();
    if (controller.frame !== shown) {
      shown = controller.frame;
      tellFrame();
    }
    handle = requestAnimationFrame(next);
  };
  handle = requestAnimationFrame(next);
  return () => cancelAnimationFrame(handle);
};

const createPlayer = (clips: readonly PlayerClip[], elements: readonly HTMLVideoElement[]) => {
  const [changes, frames] = [listeners(), listeners()];
  const fps = slowestFps(clips);
  const controller = new SyncController({
    tracks: clips.flatMap(({ id }, index) => {
      const element = elements[index];
      return element ? [{ id, element }] : [];
    }),
    fps,
    clock,
    onChange: changes.tell,
  });
  return { controller, fps, changes, frames };
};
/** The player instance, which lives as long as its clips; `useLivePlayer` renders its state. */
export type PlayerHandle = ReturnType<typeof createPlayer>;

const NO_SNAPSHOT = undefined;
const nothing = (): void => undefined;

/** No autoplay for users who prefer reduced motion: they start it themselves. */
export const startPlayer = ({ controller }: PlayerHandle): void => {
  if (wantsLessMotion()) return;
  controller.play();
  // Tick now instead of with the next animation frame.
  controller.tick();
};

/** A waiting player preloads and shows its first frame, so that it plays immediately when shown. */
const useTurn = (handle: PlayerHandle | undefined, isWaiting: boolean): void => {
  useLayoutEffect(() => {
    if (!handle) return;
    if (isWaiting) handle.controller.pause();
    else startPlayer(handle);
  }, [handle, isWaiting]);
};

/** The player over the video elements inside a stage; undefined until they are mounted. */
export const usePlayerHandle = (clips: readonly PlayerClip[], isWaiting = false) => {
  const stage = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<PlayerHandle>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other clips get another player, by key.
  useEffect(() => {
    const elements = [...(stage.current?.querySelectorAll("video") ?? [])];
    // React may rerun the effect, as it does in development; `src` was removed by the cleanup in between.
    for (const [index, element] of elements.entries()) element.src ||= clips[index]?.media_url ?? "";
    const player = createPlayer(clips, elements);
    const stopTicks = runTicks(player.controller, player.frames.tell);
    const count = Math.min(elements.length, MAX_LIVE_VIDEOS);
    const releases = Array.from({ length: count }, () => claimVideo(() => player.controller.pause()));
    setHandle(player);
    return () => {
      stopTicks();
      for (const release of releases) release();
      for (const element of elements) {
        element.pause();
        // Removing `src` makes the browser release the decoder and the connection.
        element.removeAttribute("src");
        element.load();
      }
    };
  }, []);

  useTurn(handle, isWaiting);
  return { stage, handle };
};

/** The player's state; re-renders on change. */
export const useLivePlayer = (handle: PlayerHandle | undefined): Player | undefined => {
  const snapshot = useSyncExternalStore(
    handle?.changes.add ?? (() => nothing),
    () => handle?.controller.snapshot ?? NO_SNAPSHOT,
  );
  if (!handle || !snapshot) return undefined;
  return { controller: handle.controller, snapshot, fps: handle.fps, onFrame: handle.frames.add };
};

export const usePlayer = (clips: readonly PlayerClip[]) => {
  const { stage, handle } = usePlayerHandle(clips);
  return { stage, player: useLivePlayer(handle) };
};

/** The slowest clip's frame; re-renders only the subscriber. */
export const useFrame = ({ controller, onFrame }: Player): number =>
  useSyncExternalStore(onFrame, () => controller.frame);
