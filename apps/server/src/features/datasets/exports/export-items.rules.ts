/** One workflow for each file, however often it is started. */
export const itemExportWorkflowId = (exportId: string): string => `dataset-export/${exportId}`;

/** Reading millions of rows takes its time; on a queue of its own it holds nobody up. */
export const itemExportsTaskQueue = (taskQueue: string): string => `${taskQueue}-item-exports`;

const MIMES = { csv: "text/csv", jsonl: "application/x-ndjson", parquet: "application/vnd.apache.parquet" } as const;
export const exportMime = (format: keyof typeof MIMES): string => MIMES[format];

export const exportFileName = ({
  datasetName,
  version,
  format,
}: {
  datasetName: string;
  version: number;
  format: string;
}): string => `${datasetName.replaceAll(/[\\/:*?"<>|]/g, "_").slice(0, 100)} v${version}.${format}`;
