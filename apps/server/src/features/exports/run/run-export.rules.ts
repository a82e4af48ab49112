/** One workflow per run, however often it is started. */
export const exportWorkflowId = (exportId: string, run: number): string => `export/${exportId}/${run}`;

/** A separate task queue: exports are slow and must not block other work. */
export const exportsTaskQueue = (taskQueue: string): string => `${taskQueue}-exports`;
