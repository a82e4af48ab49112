import type { CellValue, DatasetColumn, DatasetKind, DatasetRow } from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { nameOwnColumns } from "../indexing/rows/own-columns.ts";
import { mergeColumns, type PartColumn, typeOfCell } from "../indexing/rows/part-columns.ts";
import { readRows } from "../indexing/rows/read-rows.ts";
import type { ProbedRow } from "../indexing/runs/probe-media.ts";
import { asSourceRefusal } from "../indexing/source-refusal.ts";
import { type DetectedSource, detectSource, type SourceInput } from "../indexing/sources/detect-source.ts";
import { limitsFor, openSource } from "../indexing/sources/open-source.ts";
import type { Cell, DatasetLayout, DatasetSource, SourcePlan } from "../indexing/sources/source.ts";
import { offerColumns } from "../item-columns.ts";

const TRY_MS = 10_000;
const ROWS = 5;
const PREVIEW = 200;

export interface TriedDataset {
  readonly uri: string;
  readonly profileId: string;
  readonly profileName: string;
  readonly kind: DatasetKind;
  readonly layout: DatasetLayout;
  readonly columns: DatasetColumn[];
  readonly parts: number;
  readonly items: number | null;
  readonly bytes: number | null;
  readonly rows: DatasetRow[];
  readonly warnings: string[];
}

/** Previews a registration: reads the beginning of the dataset within ten seconds and stores nothing. */
export const tryDataset = async (
  deps: Pick<DatasetsDeps, "bucketReaders">,
  input: SourceInput,
): Promise<TriedDataset> => {
  const signal = AbortSignal.timeout(TRY_MS);
  try {
    const ref = await detectSource(deps.bucketReaders, input, signal);
    const source = openSource(ref, limitsFor({ readsMedia: true }));
    const plan = await source.plan({ isHasty: true, signal });
    const { rows, warnings } = await firstRows(ref, source, plan, signal);
    const own = nameOwnColumns(columnsOf(rows, source.encodings));
    return {
      uri: ref.uri,
      profileId: ref.bucketReader.profileId,
      profileName: ref.bucketReader.profileName,
      kind: ref.kind,
      layout: ref.layout,
      columns: offerColumns(own.map(({ column }) => column)),
      parts: countObjects(plan),
      items: plan.items,
      bytes: plan.bytes,
      rows: rows.map((row, ordinal) => toDataItem(row, ordinal, own)),
      warnings: [...plan.warnings, ...warnings, ...(plan.isWhole ? [] : ["only the beginning was looked at"])],
    };
  } catch (error) {
    if (error instanceof FormatFault) throw asSourceRefusal(error);
    if (signal.aborted) throw new DomainError("unavailable", "the location could not be inspected within ten seconds");
    throw error;
  }
};

const countObjects = ({ parts }: SourcePlan): number => parts.reduce((sum, { objects }) => sum + objects.length, 0);

const firstRows = async (ref: DetectedSource, source: DatasetSource, plan: SourcePlan, signal: AbortSignal) => {
  const rows: ProbedRow[] = [];
  for (const part of plan.parts.slice(0, ROWS)) {
    const first = { objects: part.objects.slice(0, 1) };
    for await (const row of readRows(ref, source, first, { readsMedia: true, signal })) {
      rows.push(row);
      if (rows.length === ROWS) return { rows, warnings: [] };
    }
  }
  return { rows, warnings: rows.length === 0 ? ["no sample was found at its beginning"] : [] };
};

const columnsOf = (rows: readonly ProbedRow[], encodings: ReadonlyMap<string, string>): PartColumn[] => {
  const parts = rows.map(({ values }) =>
    [...values].flatMap(([name, cell]): PartColumn[] => {
      const type = typeOfCell(cell);
      return type ? [{ name, ...type, encoding: encodings.get(name) ?? "" }] : [];
    }),
  );
  return mergeColumns(parts);
};

const measured = (kind: "binary" | "vector" | "json", bytes: number, preview: string): CellValue => ({
  kind,
  bytes,
  preview: preview.slice(0, PREVIEW),
});

const toCellValue = (cell: Cell): CellValue => {
  if (cell instanceof Float32Array) return measured("vector", cell.byteLength, `${cell.length} numbers`);
  if (cell === null || typeof cell !== "object") return typeof cell === "string" ? cell.slice(0, 10_000) : cell;
  if (cell.kind === "json") return measured("json", Buffer.byteLength(cell.text), cell.text);
  if (cell.kind === "time") return new Date(cell.ms).toISOString();
  return measured("binary", cell.bytes ?? 0, "");
};

const toDataItem = (row: ProbedRow, ordinal: number, own: ReturnType<typeof nameOwnColumns>): DatasetRow => {
  const { media, header } = row;
  const isPlaced = media?.object !== null && media?.object !== undefined;
  return {
    ordinal,
    key: row.key,
    media: isPlaced
      ? {
          object: media.object ?? "",
          offset: media.offset,
          bytes: media.bytes ?? 0,
          content_type: media.type ?? "application/octet-stream",
        }
      : null,
    caption: row.caption ?? null,
    duration_s: header?.durationS ?? null,
    width: header?.width ?? null,
    height: header?.height ?? null,
    fps: header?.fps ?? null,
    frames: header?.frames ?? null,
    codec: header?.codec ?? null,
    fault: row.fault ?? null,
    values: Object.fromEntries(
      own.map(({ sourceName, column }) => [column.name, toCellValue(row.values.get(sourceName) ?? null)]),
    ),
  };
};
