export interface Backoff {
  /** The wait after a success; doubled with each failure in a row. */
  readonly everyMs: number;
  readonly maxMs: number;
}

/** The largest power of two that matters; higher ones are beyond every limit. */
const MAX_DOUBLINGS = 10;

/** Exponential backoff with jitter of a fifth, so that what failed together is not asked together. */
export const backoffMs = ({ everyMs, maxMs }: Backoff, failures: number, random: number): number =>
  Math.round(Math.min(everyMs * 2 ** Math.min(failures, MAX_DOUBLINGS), maxMs) * (0.8 + 0.4 * random));
