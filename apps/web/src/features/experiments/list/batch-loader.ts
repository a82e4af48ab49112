/** The requests of rows that are shown in one go arrive within this time. */
const COLLECT_MS = 30;
const MAX_BATCH = 50;

interface Waiting<Item> {
  readonly id: string;
  readonly resolve: (item: Item) => void;
  readonly reject: (error: unknown) => void;
}

/** Joins requests for single items of one group into one request for many. */
export const createBatchLoader = <Item>(
  load: (group: string, ids: readonly string[]) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
): ((group: string, id: string) => Promise<Item>) => {
  const waiting = new Map<string, Waiting<Item>[]>();

  const send = async (group: string, batch: readonly Waiting<Item>[]): Promise<void> => {
    try {
      const found = new Map(
        (await load(group, [...new Set(batch.map(({ id }) => id))])).map((item) => [idOf(item), item]),
      );
      for (const { id, resolve, reject } of batch) {
        const item = found.get(id);
        if (item === undefined) reject(new Error(`nothing was loaded for ${id}`));
        else resolve(item);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const flush = (group: string): void => {
    const all = waiting.get(group) ?? [];
    waiting.delete(group);
    for (let from = 0; from < all.length; from += MAX_BATCH) void send(group, all.slice(from, from + MAX_BATCH));
  };

  return (group, id) =>
    new Promise((resolve, reject) => {
      const before = waiting.get(group);
      if (before) before.push({ id, resolve, reject });
      else {
        waiting.set(group, [{ id, resolve, reject }]);
        setTimeout(() => flush(group), COLLECT_MS);
      }
    });
};
