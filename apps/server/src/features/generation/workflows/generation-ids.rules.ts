/** A separate task queue: thousands of jobs wait minutes for providers and must not block other work. */
export const jobsTaskQueue = (taskQueue: string): string => `${taskQueue}-calls`;

/** A run whose workflow was lost restarts under a new id: the old one may still be listed, and ids are used once. */
export const gridWorkflowId = (taskId: string, run: number, restarts: number): string =>
  `generate/${taskId}/${run}/${restarts}`;

export const jobWorkflowId = (jobId: string, why: string): string => `perform/${jobId}/${why}`;

export const cancelWorkflowId = (requestId: string, key: string): string => `cancel-upstream/${requestId}/${key}`;

/** Stable for every submission of a job, so that a provider that supports idempotency keys makes one clip. */
export const idempotencyKeyOf = (jobId: string): string => `dailies-${jobId}`;
