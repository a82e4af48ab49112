import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { claimVideo, MAX_LIVE_VIDEOS } from "../../ui/clip/live-videos.ts";
import type { PlayerSnapshot } from "./controller/player-snapshot.ts";
import { SyncController } from "./controller/sync-controller.ts";
import { type PlayerClip, slowestFps } from "./types.ts";

export interface Player {
  readonly controller: SyncController;
  readonly snapshot: PlayerSnapshot;
  readonly fps: number;
  /** Called when the frame on the screen is another one. */
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

/** Ticks with the page's own frames; a hidden page has none, and its clips are brought together again when it is back. */
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
/** The player itself, which lasts as long as its clips; `useLivePlayer` draws what it does. */
export type PlayerHandle = ReturnType<typeof createPlayer>;

const NO_SNAPSHOT = undefined;
const nothing = (): void => undefined;

/** Without asking again whoever wants less motion: they start it themselves. */
export const startPlayer = ({ controller }: PlayerHandle): void => {
  if (wantsLessMotion()) return;
  controller.play();
  // Now, and not with the next frame of the page.
  controller.tick();
};

/** One that waits loads and shows its first frame, so that it plays at once when its turn comes. */
const useTurn = (handle: PlayerHandle | undefined, isWaiting: boolean): void => {
  useLayoutEffect(() => {
    if (!handle) return;
    if (isWaiting) handle.controller.pause();
    else startPlayer(handle);
  }, [handle, isWaiting]);
};

/** The player over the video elements inside a stage; undefined until they are there. */
export const usePlayerHandle = (clips: readonly PlayerClip[], isWaiting = false) => {
  const stage = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<PlayerHandle>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another set of clips is another player, made by its key.
  useEffect(() => {
    const elements = [...(stage.current?.querySelectorAll("video") ?? [])];
    // React may take the effect back and run it again, as it does in development; the address was given up meanwhile.
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
        // Without its address the browser lets go of the decoder and of the connection.
        element.removeAttribute("src");
        element.load();
      }
    };
  }, []);

  useTurn(handle, isWaiting);
  return { stage, handle };
};

/** What a player does, drawn anew whenever that changes. */
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

/** The frame and the time of the slowest clip, drawn anew only by whoever asks. */
export const useFrame = ({ controller, onFrame }: Player): number =>
  useSyncExternalStore(onFrame, () => controller.frame);
