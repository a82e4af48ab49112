/** Measuring takes a core for as long as it lasts; on a queue of its own it holds up neither uploads nor calls. */
export const metricsTaskQueue = (taskQueue: string): string => `${taskQueue}-metrics`;

/** Each start has a name of its own: one that is ending may have missed what the next was started for. */
export const prepareClipsWorkflowId = (taskId: string, startId: string): string => `prepare-clips-${taskId}-${startId}`;

export const BATCH_CLIPS = 10;
const MAX_LANES = 4;

/** How many batches of so many clips go on at once. */
export const planLanes = (waiting: number): number => Math.min(MAX_LANES, Math.ceil(waiting / BATCH_CLIPS));
