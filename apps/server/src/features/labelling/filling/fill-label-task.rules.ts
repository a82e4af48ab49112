/** A separate queue: reading millions of items takes long and must not delay other work. */
export const labellingTaskQueue = (taskQueue: string): string => `${taskQueue}-labelling`;

/** A separate queue: a performer may take hours, and most of that is waiting. */
export const labelModelsTaskQueue = (taskQueue: string): string => `${taskQueue}-label-models`;

/** Where prefilled values come from. */
export type PrefillSource = "file" | "model";

/** One workflow for each start, however often it is requested. */
export const fillWorkflowId = (taskId: string, run: number): string => `label-fill/${taskId}/${run}`;

export const labelExportWorkflowId = (exportId: string): string => `label-export/${exportId}`;

export const labelSnapshotWorkflowId = (columnSetId: string): string => `label-snapshot/${columnSetId}`;

export const labelPrefillWorkflowId = (prefillId: string): string => `label-prefill/${prefillId}`;
