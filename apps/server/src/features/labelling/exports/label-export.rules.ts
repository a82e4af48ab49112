import type { LabelExportFormat } from "@dailies/contract";

const MIMES: Readonly<Record<LabelExportFormat, string>> = {
  csv: "text/csv",
  jsonl: "application/x-ndjson",
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
