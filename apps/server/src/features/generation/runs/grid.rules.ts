/** The calls of one performer in one run. */
export interface Lane {
  readonly performerId: string;
  readonly partitions: readonly number[];
  /** How many calls a partition has in hand at once. */
  readonly window: number;
  /** How many partitions go on at once. */
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
 * Few partitions with wide windows: each answer that shares a step of its workflow with others costs less. What a task may
 * have in flight is shared out evenly between its performers.
 */
export const planLanes = (inputs: readonly LaneInput[], taskConcurrency: number): Lane[] => {
  const share = Math.max(1, Math.floor(taskConcurrency / Math.max(1, inputs.length)));
  return inputs.map(({ performerId, concurrency, partitions }) => {
    const wanted = Math.max(1, Math.min(concurrency, share));
    const window = Math.min(wanted, MAX_WINDOW, Math.max(WIDE_WINDOW, Math.ceil(wanted / MAX_PARTITIONS_AT_ONCE)));
    return { performerId, partitions, window, atOnce: Math.ceil(wanted / window) };
  });
};

/** Takes the items one after another, `width` of them at a time, whatever becomes of each. */
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
