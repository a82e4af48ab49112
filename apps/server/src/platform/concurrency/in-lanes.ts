/** Handles all items, so many of them at a time. The first failure ends it once those that run have ended. */
export const inLanes = async <T>(
  items: Iterable<T>,
  lanes: number,
  handle: (item: T) => Promise<unknown>,
): Promise<void> => {
  const rest = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const run = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failure; next = rest.next()) {
      try {
        await handle(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  if (failure) throw failure.error;
};
