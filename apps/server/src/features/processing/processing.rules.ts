/** At most this many parts a run, so that their markers can be listed with every look at the job. */
const MAX_PARTS = 4_000;
const LEAST_PART_ITEMS = 1_000;

/** Items of each part but the last. */
export const partItemsOf = (items: number): number => Math.max(LEAST_PART_ITEMS, Math.ceil(items / MAX_PARTS));

/** One workflow per attempt, however often it is started. */
export const processingWorkflowId = (runId: string, attempt: number): string => `processing/${runId}/${attempt}`;

/** The id of the job in Ray. It is made with the attempt, so that every try to submit it is a try to submit the same job. */
export const submissionIdOf = (runId: string, attempt: number): string => `dailies-processing-${runId}-${attempt}`;

/** A queue of its own: following a job takes as long as the job. */
export const processingTaskQueue = (taskQueue: string): string => `${taskQueue}-processing`;

export const processingSubject = (runId: string): string => `processing:${runId}`;
