/** The jobs of one performer in one run. */
export interface Lane {
  readonly performerId: string;
  readonly partitions: readonly number[];
  /** Concurrent jobs per partition. */
  readonly window: number;
  /** Concurrent partitions. */
  readonly atOnce: number;
}

const WIDE_WINDOW = 100;
const MAX_WINDOW = 500;
const MAX_PARTITIONS_AT_ONCE = 10;

export interface LaneInput {
  readonly performerId: string;
  readonly concurrency: number;
  readonly partitions: readonly number[];
}

/**
 * Few partitions with wide windows: results that share a workflow task cost less. The task's concurrency is divided evenly
 * between its performers.
 */
export const planLanes = (inputs: readonly LaneInput[], taskConcurrency: number): Lane[] => {
  const share = Math.max(1, Math.floor(taskConcurrency / Math.max(1, inputs.length)));
  return inputs.map(({ performerId, concurrency, partitions }) => {
    const wanted = Math.max(1, Math.min(concurrency, share));
    const window = Math.min(wanted, MAX_WINDOW, Math.max(WIDE_WINDOW, Math.ceil(wanted / MAX_PARTITIONS_AT_ONCE)));
    return { performerId, partitions, window, atOnce: Math.ceil(wanted / window) };
  });
};

/** Runs `act` for all items with `width` workers; an error does not stop the others. Returns the errors. */
export const inWindow = async <T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<unknown>,
): Promise<unknown[]> => {
  const faults: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await act(item).catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return faults;
};
