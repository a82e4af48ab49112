const WINDOW_MS = 8000;
const STEP_MS = 250;

/** Bytes per second over the last few seconds; zero after a quiet period. */
export const createRateMeter = (now: () => number) => {
  let marks: { atMs: number; bytes: number }[] = [];
  return {
    add(bytes: number): void {
      const atMs = now();
      const last = marks.at(-1);
      // Progress events arrive many times a second; one sample per 250 ms keeps the list short.
      if (last && atMs - last.atMs < STEP_MS) last.bytes += bytes;
      else marks.push({ atMs, bytes });
    },
    bytesPerSecond(): number {
      const nowMs = now();
      marks = marks.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      const [first] = marks;
      if (!first) return 0;
      const total = marks.reduce((sum, { bytes }) => sum + bytes, 0);
      return (total * 1000) / Math.max(1000, nowMs - first.atMs);
    },
  };
};
