const MIMES = { csv: "text/csv", jsonl: "application/x-ndjson" } as const;
export const exportMime = (format: keyof typeof MIMES): string => MIMES[format];

/** Below the console's own folder, which no dataset can be registered in. */
export const labelExportKey = ({ taskId, id, format }: { taskId: string; id: string; format: string }): string =>
  `catalogue/labels/${taskId}/${id}.${format}`;

export const labelExportFileName = ({ taskName, format }: { taskName: string; format: string }): string =>
  `${taskName.replaceAll(/[\\/:*?"<>|]/g, "_").slice(0, 100)} labels.${format}`;
