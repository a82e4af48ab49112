import { DomainError } from "../../../../errors.ts";

/** The deadline of a query; on timeout, a partial result is returned and marked as such. */
export const TIME_LIMIT_MS = 30_000;

/** How a result was computed. */
export interface QueryStats {
  readonly version: number;
  readonly isTotalExact: boolean;
  readonly isPartial: boolean;
  readonly hasTimedOut: boolean;
  readonly scanned: number;
  readonly tookMs: number;
}

/** Whether a query was aborted by its deadline, whichever layer noticed it. */
export const isOutOfTime = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === "TimeoutError";

/** Aborts when the client disconnects or the deadline passes. */
export const requestSignal = (gone: AbortSignal, limitMs: number = TIME_LIMIT_MS): AbortSignal =>
  AbortSignal.any([gone, AbortSignal.timeout(limitMs)]);

/** Runs a search until the client disconnects or the deadline passes. */
export const answerInTime = async <T>(gone: AbortSignal, search: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = requestSignal(gone);
  try {
    return await search(signal);
  } catch (error) {
    throw asSearchRefusal(error, signal);
  }
};

/** The error of a search that timed out without any result. */
export const asSearchRefusal = (error: unknown, signal: AbortSignal): unknown => {
  if (isOutOfTime(signal)) return new DomainError("unavailable", "the search timed out; narrow the filter");
  if (signal.aborted) return new DomainError("unavailable", "the request was cancelled by the client");
  if (error instanceof Error && /^Out of Memory Error/.test(error.message))
    return new DomainError("unavailable", "the query needs too much memory; narrow the filter", { cause: error });
  return error;
};

/** Waits at most this long for a promise, which continues on its own. */
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
