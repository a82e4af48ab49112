/** Works on a few at a time and answers in the order they came in. */
export async function* inOrder<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  width: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  const begin = (item: T): void => {
    const result = act(item);
    // Whoever reads hears of it when its turn comes; until then nobody has to.
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
