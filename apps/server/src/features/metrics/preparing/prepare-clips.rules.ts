/** A separate task queue: measuring occupies a core and must not block uploads or jobs. */
export const metricsTaskQueue = (taskQueue: string): string => `${taskQueue}-metrics`;

/** Every start has its own id: a workflow that is finishing may miss newly added clips. */
export const prepareClipsWorkflowId = (taskId: string, startId: string): string => `prepare-clips-${taskId}-${startId}`;

export const BATCH_CLIPS = 10;
const MAX_LANES = 4;

/** How many batches run concurrently. */
export const planLanes = (waiting: number): number => Math.min(MAX_LANES, Math.ceil(waiting / BATCH_CLIPS));
