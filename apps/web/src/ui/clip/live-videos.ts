/** Decoders are limited: beyond this many a browser stutters or refuses. */
export const MAX_LIVE_VIDEOS = 8;

const live = new Set<() => void>();

/** Registers a playing video; beyond the limit the oldest is stopped. */
export const claimVideo = (stop: () => void): (() => void) => {
  live.add(stop);
  for (const oldest of live) {
    if (live.size <= MAX_LIVE_VIDEOS) break;
    live.delete(oldest);
    oldest();
  }
  return () => live.delete(stop);
};
