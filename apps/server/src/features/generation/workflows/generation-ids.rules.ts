/** Calls wait for providers, for minutes and by the thousand: on a queue of their own they hold up nothing else. */
export const jobsTaskQueue = (taskQueue: string): string => `${taskQueue}-calls`;

/** A run whose workflow was lost goes on under a new name: the old one may still be listed, and names are used once. */
export const gridWorkflowId = (taskId: string, run: number, restarts: number): string =>
  `generate/${taskId}/${run}/${restarts}`;

export const jobWorkflowId = (jobId: string, why: string): string => `perform/${jobId}/${why}`;

export const cancelWorkflowId = (requestId: string, key: string): string => `cancel-upstream/${requestId}/${key}`;

/** The same for every repetition of a call, so that a provider that honours it makes one clip. */
export const idempotencyKeyOf = (jobId: string): string => `dailies-${jobId}`;
