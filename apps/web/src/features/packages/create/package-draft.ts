import {
  type createPackageBody,
  type DatasetColumn,
  type DatasetDetail,
  DEFAULT_SHARD_BYTES,
  PACKAGE_MEDIA_SOURCE,
  type PackageCompression,
  type PackageFormat,
  type PackageOrder,
  type PackageSettings,
  packageColumn,
  packageSettings,
} from "@dailies/contract";
import type { z } from "zod";

const MIB = 1024 ** 2;

export interface PackageDraft {
  readonly datasetId: string | undefined;
  readonly viewId: string | undefined;
  /** Names in the package by source; undefined takes the usual columns of the dataset. */
  readonly columns: Readonly<Record<string, string>> | undefined;
  readonly format: PackageFormat;
  readonly shardMib: number | null;
  readonly compression: PackageCompression;
  readonly order: PackageOrder;
  readonly seed: number | null;
  readonly noCaption: boolean;
  readonly shorterThanS: number | null;
  readonly smallerThanPx: number | null;
  readonly name: string;
  readonly note: string;
}

export interface DraftStart {
  readonly datasetId: string | undefined;
  readonly viewId: string | undefined;
}

export const firstDraft = ({ datasetId, viewId }: DraftStart): PackageDraft => ({
  datasetId,
  viewId,
  columns: undefined,
  format: "MDS",
  shardMib: DEFAULT_SHARD_BYTES / MIB,
  compression: "none",
  order: "view",
  seed: 0,
  noCaption: false,
  shorterThanS: 0,
  smallerThanPx: 0,
  name: "",
  note: "",
});

/** A draft that was closed opens again, unless another source is asked for. */
export const openedDraft = (start: DraftStart, kept: PackageDraft | undefined): PackageDraft => {
  if (!kept) return firstDraft(start);
  const isSame =
    (start.datasetId === undefined || start.datasetId === kept.datasetId) &&
    (start.viewId === undefined || start.viewId === kept.viewId);
  return isSame ? kept : firstDraft(start);
};

export interface OfferedColumn {
  readonly source: string;
  readonly type: DatasetColumn["type"];
  /** Why it cannot be packed. */
  readonly refusal?: "binary" | "clip";
}

export interface ColumnGroup {
  /** The column set; undefined for the clip and the dataset's own columns. */
  readonly set?: { readonly name: string; readonly taskName: string };
  readonly columns: readonly OfferedColumn[];
}

const offered = ({ name, type, role }: DatasetColumn): OfferedColumn => {
  if (type === "media" && role === "media") return { source: name, type, refusal: "clip" };
  if (type === "binary" || type === "media") return { source: name, type, refusal: "binary" };
  return { source: name, type };
};

/** The clip, the columns of the dataset, and those that were added to this version from labels. */
export const columnGroups = (dataset: DatasetDetail, version: number): ColumnGroup[] => [
  { columns: [{ source: PACKAGE_MEDIA_SOURCE, type: "media" }, ...dataset.columns.map(offered)] },
  ...dataset.column_sets
    .filter((set) => set.version === version)
    .map(({ name, task_name, columns }) => ({ set: { name, taskName: task_name }, columns: columns.map(offered) })),
];

/** A name that a package accepts: small letters, digits and underscores. */
export const usualName = (source: string): string => {
  if (source === PACKAGE_MEDIA_SOURCE) return "video";
  const plain = source
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .slice(0, 60);
  return plain === "" ? "column" : plain;
};

const USUAL: readonly string[] = [PACKAGE_MEDIA_SOURCE, "key", "caption"];

export const usualColumns = (groups: readonly ColumnGroup[]): Record<string, string> =>
  Object.fromEntries(
    groups
      .flatMap(({ columns }) => columns)
      .filter(({ source, refusal }) => refusal === undefined && USUAL.includes(source))
      .map(({ source }) => [source, usualName(source)]),
  );

/** A free name: columns of two sets may be called the same. */
export const freeName = (source: string, taken: Readonly<Record<string, string>>): string => {
  const names = new Set(Object.values(taken));
  const wanted = usualName(source);
  let [free, at] = [wanted, 1];
  while (names.has(free)) {
    at += 1;
    free = `${wanted.slice(0, 57)}_${at}`;
  }
  return free;
};

export type NameFault = "pattern" | "twice";

/** The faulty names by source. */
export const nameFaults = (columns: Readonly<Record<string, string>>): ReadonlyMap<string, NameFault> => {
  const count = new Map<string, number>();
  for (const name of Object.values(columns)) count.set(name, (count.get(name) ?? 0) + 1);
  const faultOf = (name: string): NameFault | undefined => {
    if (!packageColumn.shape.name.safeParse(name).success) return "pattern";
    return (count.get(name) ?? 0) > 1 ? "twice" : undefined;
  };
  return new Map(
    Object.entries(columns).flatMap(([source, name]) => {
      const fault = faultOf(name);
      return fault ? [[source, fault] as const] : [];
    }),
  );
};

/** The other formats compress inside of their shards, or not at all. */
export const canCompress = (format: PackageFormat): boolean => format === "MDS";

/** The settings of a draft in the order of the offered columns; undefined while they are not valid. */
export const settingsOf = (
  draft: PackageDraft,
  groups: readonly ColumnGroup[],
  columns: Readonly<Record<string, string>>,
): PackageSettings | undefined => {
  if (nameFaults(columns).size > 0) return undefined;
  const known = groups.flatMap((group) => group.columns.map(({ source }) => source));
  return packageSettings.safeParse({
    format: draft.format,
    columns: known.flatMap((source) => {
      const name = columns[source];
      return name === undefined ? [] : [{ source, name }];
    }),
    shard_bytes: (draft.shardMib ?? 0) * MIB,
    compression: canCompress(draft.format) ? draft.compression : "none",
    order: draft.order,
    seed: draft.seed ?? undefined,
    leave_out: {
      no_caption: draft.noCaption,
      shorter_than_s: draft.shorterThanS ?? 0,
      smaller_than_px: draft.smallerThanPx ?? 0,
    },
  }).data;
};

type CreateBody = z.input<typeof createPackageBody>;

export const bodyOf = (draft: PackageDraft, settings: PackageSettings): Omit<CreateBody, "request_key"> => ({
  name: draft.name.trim(),
  note: draft.note.trim(),
  view_id: draft.viewId ?? "",
  settings,
});
