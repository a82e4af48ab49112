import type { ShardTable } from "./shard-table.ts";

export interface Counting {
  /** Until all are counted, or counting has stopped. */
  readonly settled: () => Promise<void>;
  /** Goes on where it stopped, for instance because storage was away. */
  readonly resume: () => void;
  readonly stop: () => void;
  /** Why it stopped before the end. */
  readonly fault: () => unknown;
}

/** Each is a pass over the headers of a shard. */
const AT_ONCE = 4;

/**
 * Counts the samples of shards that no index tells of, a few at a time and in the order of the shards, in the background:
 * what is counted can be read at once.
 */
export const startCounting = (
  table: ShardTable,
  count: (shard: number, signal: AbortSignal) => Promise<number>,
): Counting => {
  const controller = new AbortController();
  let fault: unknown;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    fault = undefined;
    while (table.counted < table.shards && !controller.signal.aborted) {
      const shards = Array.from({ length: AT_ONCE }, (_, at) => table.counted + at).filter((one) => one < table.shards);
      const counts = await Promise.all(shards.map((shard) => count(shard, controller.signal)));
      for (const samples of counts) table.countNext(samples);
    }
  };
  const resume = (): void => {
    if (running || table.counted === table.shards || controller.signal.aborted) return;
    running = run()
      .catch((error: unknown) => {
        fault = error;
      })
      .finally(() => {
        running = undefined;
      });
  };
  resume();
  return { settled: () => running ?? Promise.resolve(), resume, stop: () => controller.abort(), fault: () => fault };
};

/** So long whoever opens a set waits for its count; after it the count goes on by itself. */
const OPENING_MS = 3_000;

export const waitForCount = async (counting: Counting, table: ShardTable): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, OPENING_MS);
  });
  await Promise.race([counting.settled(), late]);
  clearTimeout(timer);
  // Nothing to show at all: then whatever stopped it is the answer.
  if (table.counted === 0 && counting.fault() !== undefined) throw counting.fault();
};
