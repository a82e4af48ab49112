import type { LeftOutReason, PackageSettings } from "@dailies/contract";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import type { ShardColumn, ShardFormat, ValueMeasure } from "@dailies/formats/shard-writer";
import type { OpenPacking } from "../../datasets/index.ts";
import { type ChosenColumn, hasClips } from "../creation/package-columns.ts";
import { shardFormatOf } from "../writing/shard-formats.ts";

/** How the values of each column of a package come to its plan. */
export interface PlannedColumns {
  readonly format: ShardFormat;
  readonly columns: readonly ShardColumn[];
  readonly rules: {
    readonly needsMedia: boolean;
    readonly needsCaption: boolean;
    readonly shortestS: number;
    readonly smallestPx: number;
  };
  /** In the order of their numbers in a batch of rows. */
  readonly reasons: readonly LeftOutReason[];
  readonly needsKeys: boolean;
  readonly lineColumns: readonly { readonly name: string; readonly measure: ValueMeasure | undefined }[];
  readonly lateColumns: readonly string[];
  /** Where each column's size comes from: its place among the columns of the lines or among the late ones. */
  readonly sources: readonly ColumnSource[];
  /** Names of the values in the item list: those of the lines, then the late ones. */
  readonly listNames: readonly string[];
}

export type ColumnSource = { readonly of: "clip" } | { readonly of: "line" | "late"; readonly at: number };

/** A file without a known extension would not be taken for a clip by readers of a WebDataset. */
const toShardColumn = async (packing: OpenPacking, { name, type, source }: ChosenColumn): Promise<ShardColumn> => {
  if (type === "bytes") return { name, type, isNullable: false, extension: mediaTypeOfName(name) ? name : "mp4" };
  const dimensions = type === "vector" ? await packing.dimensionsOf(source) : undefined;
  return {
    name,
    type,
    isNullable: await packing.isNullable(source),
    ...(dimensions !== undefined && { dimensions }),
    extension: name,
  };
};

/** Values that the engine of replicas has are written into the lines by it; the others are added one by one. */
export const planColumns = async (
  packing: OpenPacking,
  chosen: readonly ChosenColumn[],
  settings: PackageSettings,
): Promise<PlannedColumns> => {
  const columns: ShardColumn[] = [];
  for (const column of chosen) columns.push(await toShardColumn(packing, column));
  const format = shardFormatOf(settings, columns);
  const lineColumns: PlannedColumns["lineColumns"][number][] = [];
  const lateColumns: string[] = [];
  const [lineNames, lateNames]: [string[], string[]] = [[], []];
  const sources = columns.map((column, at): ColumnSource => {
    const { source = "" } = chosen[at] ?? {};
    if (column.type === "bytes") return { of: "clip" };
    if (packing.lineColumn(source)) {
      lineNames.push(column.name);
      return { of: "line", at: lineColumns.push({ name: source, measure: format.measureOf?.(column) }) - 1 };
    }
    lateNames.push(column.name);
    return { of: "late", at: lateColumns.push(source) - 1 };
  });
  const { leave_out: out } = settings;
  const rules = {
    needsMedia: hasClips(settings.columns),
    needsCaption: out.no_caption,
    shortestS: out.shorter_than_s,
    smallestPx: out.smaller_than_px,
  };
  return {
    format,
    columns,
    rules,
    reasons: packing.reasons(rules).map(({ reason }) => reason),
    needsKeys: format.isKeyFree !== true,
    lineColumns,
    lateColumns,
    sources,
    listNames: [...lineNames, ...lateNames],
  };
};
