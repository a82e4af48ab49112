/** One workflow per verification, however often it is started. */
export const verificationWorkflowId = (verificationId: string): string => `sdv-verification/${verificationId}`;

/** A separate task queue: reading whole shards is slow and must not block other work. */
export const verifyTaskQueue = (taskQueue: string): string => `${taskQueue}-sdv`;

/** Duplicates are verified once. */
export const uniqueShards = (shards: readonly number[]): number[] => [...new Set(shards)].sort((a, b) => a - b);

/** The remaining shards, in order. */
export const shardsLeft = (
  { shards, shardsTotal }: { readonly shards: readonly number[] | null; readonly shardsTotal: number },
  done: readonly number[],
): number[] => {
  const isDone = new Set(done);
  const all = shards ?? Array.from({ length: shardsTotal }, (_, shard) => shard);
  return all.filter((shard) => !isDone.has(shard));
};
