import { LABEL_EXPORT_DAYS, type LabelExportFormat } from "@dailies/contract";

const MIMES: Readonly<Record<LabelExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  label_studio: "application/json",
};
export const exportMime = (format: LabelExportFormat): string => MIMES[format];

const endingOf = (format: LabelExportFormat): string => (format === "label_studio" ? "json" : format);

interface NamedExport {
  readonly id: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly format: LabelExportFormat;
}

/** Below the console's own folder, which no dataset can be registered in. */
export const labelExportKey = ({ taskId, id, format }: NamedExport): string =>
  `catalogue/labels/${taskId}/${id}.${endingOf(format)}`;

export const labelExportFileName = ({ taskName, format }: NamedExport): string =>
  `${taskName.replaceAll(/[\\/:*?"<>|]/g, "_").slice(0, 100)} labels.${endingOf(format)}`;

export const LABEL_EXPORT_RETENTION_MS = LABEL_EXPORT_DAYS * 86_400_000;

/** When the file is removed, or was; null for one that was not written. */
export const exportExpiry = (job: { readonly status: string; readonly finishedAt: Date | null }): Date | null =>
  job.status === "Finished" && job.finishedAt !== null
    ? new Date(job.finishedAt.getTime() + LABEL_EXPORT_RETENTION_MS)
    : null;
