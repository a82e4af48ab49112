import { useEffect, useRef, useState, useSyncExternalStore } from "react";
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
type CreatedPlayer = ReturnType<typeof createPlayer>;

const NO_SNAPSHOT = undefined;
const nothing = (): void => undefined;

/** The player over the video elements inside a stage; undefined until they are there. */
export const usePlayer = (clips: readonly PlayerClip[]) => {
  const stage = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<CreatedPlayer>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another set of clips is another player, made by its key.
  useEffect(() => {
    const elements = [...(stage.current?.querySelectorAll("video") ?? [])];
    // React may take the effect back and run it again, as it does in development; the address was given up meanwhile.
    for (const [index, element] of elements.entries()) element.src ||= clips[index]?.media_url ?? "";
    const player = createPlayer(clips, elements);
    const stopTicks = runTicks(player.controller, player.frames.tell);
    const count = Math.min(elements.length, MAX_LIVE_VIDEOS);
    const releases = Array.from({ length: count }, () => claimVideo(() => player.controller.pause()));
    setCreated(player);
    if (!wantsLessMotion()) player.controller.play();
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

  const snapshot = useSyncExternalStore(
    created?.changes.add ?? (() => nothing),
    () => created?.controller.snapshot ?? NO_SNAPSHOT,
  );
  const player: Player | undefined =
    created && snapshot
      ? { controller: created.controller, snapshot, fps: created.fps, onFrame: created.frames.add }
      : undefined;
  return { stage, player };
};

/** The frame and the time of the slowest clip, drawn anew only by whoever asks. */
export const useFrame = ({ controller, onFrame }: Player): number =>
  useSyncExternalStore(onFrame, () => controller.frame);
