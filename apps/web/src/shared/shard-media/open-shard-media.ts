import { type ClipHold, holdClip } from "./clip-registry.ts";
import { ensureShardWorker } from "./ensure-worker.ts";
import type { ShardClip, ShardReason } from "./shard-clip.ts";

export interface ShardMedia {
  /** Of this origin either way; undefined until it is known which way it goes. */
  readonly src: string | undefined;
  readonly way: "storage" | "api" | undefined;
  readonly reason: ShardReason | undefined;
}

export const UNDECIDED: ShardMedia = { src: undefined, way: undefined, reason: undefined };

interface OpenMedia {
  readonly release: () => void;
}

/** Finds the way to a clip: through the worker straight from storage, or by the API, and from the one to the other when storage refuses. */
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
      // What the API says of it is shown by whoever loads the clip from there.
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
