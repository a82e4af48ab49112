/** Processes items with limited concurrency and yields results in input order. */
export async function* inOrder<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  width: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  const begin = (item: T): void => {
    const result = act(item);
    // The consumer gets the error when it awaits this result; this avoids an unhandled rejection until then.
    result.catch(() => undefined);
    waiting.push(result);
  };
  for await (const item of source) {
    begin(item);
    const first = waiting.length >= width ? waiting.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of waiting) yield await result;
}
