import type { EXPORT_MEDIA } from "@dailies/contract";
import { type RowMedia, withUniqueNames } from "../run/export-table.ts";
import type { CellRecord, InputKey } from "./cells.store.ts";
import { type ColumnOf, column, keyedColumns } from "./column-of.ts";

export type MediaInput = (typeof EXPORT_MEDIA)[number];

export interface MeasuredCell extends CellRecord {
  readonly taskName: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Always 1, except for averages. */
  readonly samples: number;
  readonly succeeded: number;
}

interface CellColumnsInput {
  readonly inputs: readonly InputKey[];
  readonly metrics: readonly string[];
  readonly isAverage: boolean;
  readonly media: MediaInput;
  readonly publicOrigin: string;
}

/** A permanent link that requires sign-in, not a signed URL. */
export const clipLink = (publicOrigin: string, assetId: string | null): string | null =>
  assetId === null ? null : `${publicOrigin}/api_v1/asset/download?id=${assetId}`;

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const resolutionOf = ({ probe }: MeasuredCell): string | null =>
  probe && typeof probe.width === "number" ? `${probe.width}×${String(probe.height)}` : null;

const places: readonly ColumnOf<MeasuredCell>[] = [
  column("task", "Task", "text", (cell) => cell.taskName),
  column("row", "Row", "number", (cell) => cell.row + 1),
  column("row_label", "Row label", "text", (cell) => cell.rowLabel),
  column("category", "Category", "text", (cell) => cell.category),
];

const models: readonly ColumnOf<MeasuredCell>[] = [
  column("column", "Column", "text", (cell) => cell.columnLabel),
  column("performer", "Performer", "text", (cell) => cell.performer),
  column("performer_version", "Performer version", "text", (cell) => cell.performerVersion),
];

const single: readonly ColumnOf<MeasuredCell>[] = [
  column("sample", "Sample", "number", (cell) => cell.sample + 1),
  column("status", "Status", "text", (cell) => cell.status),
  column("excluded_reason", "Reason left out", "text", (cell) => cell.excludedReason),
  column("error", "Error", "text", (cell) => (cell.status === "Failed" ? cell.error : null)),
  column("seed", "Seed", "number", (cell) => cell.seed),
  column("resolution", "Resolution", "text", resolutionOf),
  column("duration_s", "Duration (s)", "number", (cell) => number(cell.probe?.duration)),
  column("fps", "Frames per second", "number", (cell) => number(cell.probe?.fps)),
];

const averaged: readonly ColumnOf<MeasuredCell>[] = [
  column("samples", "Samples", "number", (cell) => cell.samples),
  column("succeeded", "Succeeded", "number", (cell) => cell.succeeded),
];

const costs: readonly ColumnOf<MeasuredCell>[] = [
  column("attempts", "Attempts", "number", (cell) => cell.attempts),
  column("took_s", "Took (s)", "number", (cell) => cell.tookS),
  column("cost", "Cost", "number", (cell) => (cell.costMicros === null ? null : cell.costMicros / 1e6)),
  column("currency", "Currency", "text", (cell) => cell.costCurrency),
];

/** The single definition of a cell's columns for preview, files and tables. */
export const cellColumns = (input: CellColumnsInput): ColumnOf<MeasuredCell>[] =>
  withUniqueNames([
    ...places,
    ...keyedColumns<MeasuredCell>("input", input.inputs, (cell) => cell.inputs),
    ...models,
    ...(input.isAverage ? averaged : single),
    ...costs,
    ...input.metrics.map((key) =>
      column<MeasuredCell>(`metric.${key}`, key, "number", (cell) => cell.metrics[key] ?? null),
    ),
    ...mediaColumns(input),
  ]);

const mediaColumns = ({ media, publicOrigin, isAverage }: CellColumnsInput): ColumnOf<MeasuredCell>[] => {
  if (media === "none" || isAverage) return [];
  const link = column<MeasuredCell>("clip", "Clip", "url", (cell) => clipLink(publicOrigin, cell.assetId));
  if (media === "link") return [link];
  const name = media === "poster" ? "Poster" : "Clip file";
  return [link, column<MeasuredCell>("media", name, "media", (cell) => mediaOf(cell, media)?.fileName ?? null)];
};

export const mediaOf = (cell: CellRecord, input: MediaInput): RowMedia | null => {
  if (cell.assetId === null || cell.objectKey === null) return null;
  const place = `row-${cell.row + 1}-column-${cell.col + 1}-sample-${cell.sample + 1}`;
  if (input === "poster" && cell.posterKey !== null)
    return { objectKey: cell.posterKey, fileName: `${place}.webp`, mime: "image/webp", sizeBytes: null };
  if (input !== "attachment") return null;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(cell.assetName ?? "")?.[0] ?? ".mp4";
  const mime = cell.mime ?? "video/mp4";
  return { objectKey: cell.objectKey, fileName: `${place}${ending}`, mime, sizeBytes: cell.sizeBytes };
};
