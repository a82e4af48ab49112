/** One workflow per file, however often it is started. */
export const itemExportWorkflowId = (exportId: string): string => `dataset-export/${exportId}`;

/** A separate queue: reading millions of rows takes long and must not delay other work. */
export const itemExportsTaskQueue = (taskQueue: string): string => `${taskQueue}-item-exports`;

const MIMES = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const;
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
