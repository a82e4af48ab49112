/** Longer than any request of a library to storage lasts. */
const END_AFTER_MS = 3 * 60_000;

/**
 * Stops waiting when the caller has left, for work that cannot be interrupted: it ends on its own. If it does not, it would
 * take memory and a processor for ever, so the process ends with it.
 */
export const unlessGone = async <T>(signal: AbortSignal, work: Promise<T>, endAfterMs = END_AFTER_MS): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  let ending: NodeJS.Timeout | undefined;
  const leave = (): void => {
    ending = setTimeout(() => process.exit(1), endAfterMs);
    reject(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  void work
    .catch(() => undefined)
    .then(() => {
      clearTimeout(ending);
      signal.removeEventListener("abort", leave);
    });
  return Promise.race([work, promise]);
};
