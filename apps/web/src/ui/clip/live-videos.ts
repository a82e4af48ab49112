/** Decoders are few: beyond this many a browser begins to stutter or to refuse. */
export const MAX_LIVE_VIDEOS = 8;

const live = new Set<() => void>();

/** Counts one more playing video on the page; when there are too many, the oldest is told to stop. */
export const claimVideo = (stop: () => void): (() => void) => {
  live.add(stop);
  for (const oldest of live) {
    if (live.size <= MAX_LIVE_VIDEOS) break;
    live.delete(oldest);
    oldest();
  }
  return () => live.delete(stop);
};
