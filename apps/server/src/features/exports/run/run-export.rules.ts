/** One workflow for each run, however often it is started. */
export const exportWorkflowId = (exportId: string, run: number): string => `export/${exportId}/${run}`;

/** Packing files and waiting for others takes its time; on a queue of its own it holds nobody up. */
export const exportsTaskQueue = (taskQueue: string): string => `${taskQueue}-exports`;
