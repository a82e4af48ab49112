import { type ClipHold, holdClip } from "./clip-registry.ts";
import { ensureShardWorker } from "./ensure-worker.ts";
import type { ShardClip, ShardReason } from "./shard-clip.ts";

export interface ShardMedia {
  /** Same-origin in both cases; undefined until the route is known. */
  readonly src: string | undefined;
  readonly way: "storage" | "api" | undefined;
  readonly reason: ShardReason | undefined;
}

export const UNDECIDED: ShardMedia = { src: undefined, way: undefined, reason: undefined };

interface OpenMedia {
  readonly release: () => void;
}

/** Reads a clip through the worker directly from storage, or through the API, also as fallback if storage refuses. */
export const openShardMedia = (clip: ShardClip, onChange: (media: ShardMedia) => void): OpenMedia => {
  let hold: ClipHold | undefined;
  let isReleased = false;

  const release = (): void => {
    isReleased = true;
    hold?.release();
  };
  const goByApi = (reason: ShardReason): void => {
    if (isReleased) return;
    hold?.release();
    hold = undefined;
    onChange({ src: clip.fallbackUrl, way: "api", reason });
  };
  const goByStorage = async (): Promise<void> => {
    const held = holdClip(clip, goByApi);
    hold = held;
    try {
      const part = await held.locate();
      if (isReleased || hold !== held) return;
      if (part) onChange({ src: held.src, way: "storage", reason: undefined });
      else goByApi("no_ranges");
    } catch {
      // The component that loads the clip from the API shows the API's error.
      goByApi("refused");
    }
  };

  void ensureShardWorker().then((isServed) => {
    if (isReleased) return;
    if (isServed) void goByStorage();
    else goByApi("no_worker");
  });
  return { release };
};
