/** One workflow per import, however often it is started. */
export const rowImportWorkflowId = (importId: string): string => `row-import/${importId}`;

/** A separate queue: reading thousands of clips takes long and must not delay other work. */
export const rowImportsTaskQueue = (taskQueue: string): string => `${taskQueue}-row-imports`;
