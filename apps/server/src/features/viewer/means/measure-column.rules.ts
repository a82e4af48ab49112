/** One workflow per run, however often it is started. */
export const columnRunWorkflowId = (runId: string): string => `sdv-column/${runId}`;

const MAX_SAMPLES_A_SHARD = 128;
const MIN_SAMPLES_A_SHARD = 4;
/** Bounds a run: with a few milliseconds for each read it ends within minutes. */
const SAMPLES_A_RUN = 200_000;

export const samplesPerShard = (shards: number): number =>
  Math.max(MIN_SAMPLES_A_SHARD, Math.min(MAX_SAMPLES_A_SHARD, Math.floor(SAMPLES_A_RUN / Math.max(1, shards))));

/** Evenly spaced positions in a shard; all of them where there are few. */
export const spacedPositions = (samples: number, limit: number): number[] =>
  Array.from({ length: Math.min(samples, limit) }, (_, at) =>
    samples <= limit ? at : Math.floor(((at + 0.5) * samples) / limit),
  );
