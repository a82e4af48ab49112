/**
 * Runs with a signal that aborts with the caller's or when the time is over. Nothing of it remains afterwards, whereas
 * `AbortSignal.timeout` keeps its timer and its listeners in memory until the time is over: too much for long deadlines
 * of short work.
 */
export const withDeadline = async <T>(
  signal: AbortSignal,
  deadlineMs: number,
  act: (bounded: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const controller = new AbortController();
  const forward = (): void => controller.abort(signal.reason);
  signal.addEventListener("abort", forward, { once: true });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`not done within ${deadlineMs} ms`, "TimeoutError"));
  }, deadlineMs);
  try {
    return await act(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
};
