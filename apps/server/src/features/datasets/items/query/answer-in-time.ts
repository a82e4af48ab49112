import { DomainError } from "../../../../errors.ts";

/** Nobody waits longer for an answer; what is known by then is told as a part. */
export const TIME_LIMIT_MS = 30_000;

/** What is known of how an answer came about. */
export interface QueryStats {
  readonly version: number;
  readonly isTotalExact: boolean;
  readonly isPartial: boolean;
  readonly hasTimedOut: boolean;
  readonly scanned: number;
  readonly tookMs: number;
}

/** Whether an answer was given up because of the time, whoever noticed it. */
export const isOutOfTime = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === "TimeoutError";

/** Ends when the caller leaves or the time is over. */
export const requestSignal = (gone: AbortSignal, limitMs: number = TIME_LIMIT_MS): AbortSignal =>
  AbortSignal.any([gone, AbortSignal.timeout(limitMs)]);

/** Runs a search until its caller leaves or the time is over. */
export const answerInTime = async <T>(gone: AbortSignal, search: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = requestSignal(gone);
  try {
    return await search(signal);
  } catch (error) {
    throw asSearchRefusal(error, signal);
  }
};

/** What an unfinished search says when there is nothing yet to show. */
export const asSearchRefusal = (error: unknown, signal: AbortSignal): unknown => {
  if (isOutOfTime(signal)) return new DomainError("unavailable", "the search timed out; narrow the filter");
  if (signal.aborted) return new DomainError("unavailable", "the request was cancelled by the client");
  if (error instanceof Error && /^Out of Memory Error/.test(error.message))
    return new DomainError("unavailable", "the query needs too much memory; narrow the filter", { cause: error });
  return error;
};

/** Waits no longer than this for something that goes on by itself. */
export const within = async <T>(waitMs: number, promise: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, waitMs), undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
