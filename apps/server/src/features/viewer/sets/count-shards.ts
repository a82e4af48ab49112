import type { ShardTable } from "./shard-table.ts";

export interface Counting {
  /** Resolves when all shards are counted or counting has stopped. */
  readonly settled: () => Promise<void>;
  /** Continues after a stop, for example when storage was unavailable. */
  readonly resume: () => void;
  readonly stop: () => void;
  /** Why counting stopped early. */
  readonly fault: () => unknown;
}

/** Each is a pass over the headers of a shard. */
const AT_ONCE = 4;

/**
 * Counts samples in shards without an index, in the background with bounded concurrency and in shard order; counted shards
 * can be read at once.
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

/** How long opening a set waits for its count, which then continues in the background. */
const OPENING_MS = 3_000;

export const waitForCount = async (counting: Counting, table: ShardTable): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, OPENING_MS);
  });
  await Promise.race([counting.settled(), late]);
  clearTimeout(timer);
  // Nothing was counted: report the error that stopped it.
  if (table.counted === 0 && counting.fault() !== undefined) throw counting.fault();
};
