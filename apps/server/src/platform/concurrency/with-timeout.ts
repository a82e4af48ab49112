export class TimeoutError extends Error {
  readonly timeoutMs: number;
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = "TimeoutError";
    this.timeoutMs = timeoutMs;
  }
}

/** Stops waiting, although the work itself may continue: for libraries without a timeout of their own. */
export const withTimeout = async <T>(timeoutMs: number, act: () => Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([act(), promise]);
  } finally {
    clearTimeout(timer);
  }
};
