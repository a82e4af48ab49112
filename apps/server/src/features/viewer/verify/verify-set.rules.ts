/** One workflow for each verification, however often it is started. */
export const verificationWorkflowId = (verificationId: string): string => `sdv-verification/${verificationId}`;

/** Reading whole shards takes its time; on a queue of its own it holds nobody up. */
export const verifyTaskQueue = (taskQueue: string): string => `${taskQueue}-sdv`;

/** A shard that was named twice is looked at once. */
export const uniqueShards = (shards: readonly number[]): number[] => [...new Set(shards)].sort((a, b) => a - b);

/** What is left to do, in the order of the shards. */
export const shardsLeft = (
  { shards, shardsTotal }: { readonly shards: readonly number[] | null; readonly shardsTotal: number },
  done: readonly number[],
): number[] => {
  const isDone = new Set(done);
  const all = shards ?? Array.from({ length: shardsTotal }, (_, shard) => shard);
  return all.filter((shard) => !isDone.has(shard));
};
