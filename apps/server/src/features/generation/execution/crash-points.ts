/** Right after each externally visible effect. A worker that crashes at any of them leaves one clip and one cost. */
export const CRASH_POINTS = [
  "slot taken",
  "submitted",
  "submission noted",
  "looked",
  "output opened",
  "output stored",
  "settled",
  "ended",
  "provider told",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];
