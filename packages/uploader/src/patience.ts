import { isPassingStatus, statusOf, UploadFailure } from "./upload-failure.ts";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/** Long enough for a server restart or a short network outage; after that the user must act. */
export const MAX_OUTAGE_MS = 30 * 60_000;

/** Exponential backoff with a cap and 50 % jitter, so that clients of one failed server do not retry together. */
export const backoffMs = (attempt: number, random: () => number): number => {
  const fullMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return Math.round(fullMs / 2 + (random() * fullMs) / 2);
};

export interface Patience {
  readonly signal: AbortSignal;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  /** Called when a retry wait begins, and again when it ends. */
  readonly onTrouble: (isTroubled: boolean) => void;
}

/** Thrown by a step to request another attempt. */
export class TryAgain extends Error {}

const mayPass = (error: unknown): boolean => {
  if (error instanceof TryAgain) return true;
  const status = statusOf(error);
  return status !== undefined && isPassingStatus(status);
};

/** Retries a step on transient errors, for up to `MAX_OUTAGE_MS`. */
export const withPatience = async <T>(patience: Patience, step: (attempt: number) => Promise<T>): Promise<T> => {
  const { signal, sleep, now, random, onTrouble } = patience;
  const startedMs = now();
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      const result = await step(attempt);
      if (attempt > 0) onTrouble(false);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
      if (now() - startedMs > MAX_OUTAGE_MS) throw new UploadFailure("unreachable", "no answer came", { cause: error });
      onTrouble(true);
      await sleep(backoffMs(attempt, random), signal);
    }
  }
};
