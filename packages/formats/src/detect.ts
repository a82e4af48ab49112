import { type FolderLayout, isRecordName, isTableName } from "./folder/plan-folder.ts";
import { FormatFault } from "./format-fault.ts";
import { listManifests } from "./lance/manifest-names.ts";
import { mediaTypeOfName } from "./media/media-names.ts";
import { isCompressedTarName, isTarName } from "./tar/shard-names.ts";

export type FormatKind = "MDS" | "WebDataset" | "Parquet" | "Lance" | "folder";

export interface Detected {
  readonly kind: FormatKind;
  readonly layout: FolderLayout;
  /** Human-readable evidence for the decision. */
  readonly reason: string;
  /** The files of this format, in order. */
  readonly shards: readonly string[];
}

/** Input of the detection: file names in a folder, and the beginning of two files if they exist. */
export interface FolderSight {
  readonly names: readonly string[];
  /** The first kilobytes of `index.json`. */
  readonly indexHead?: string;
  /** The first row of the first CSV file. */
  readonly csvHead?: string;
}

const byName = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const isParquetName = (name: string): boolean => /\.parquet$/i.test(name);
const isMdsName = (name: string): boolean => /\.mds(\.(zstd|br|gz|bz2|snappy|zst))?$/i.test(name);
const isIndexName = (name: string): boolean => name === "index.json" || name.endsWith("/index.json");
const OPEN_SORA_COLUMNS = ["path", "text", "num_frames", "height", "width", "fps"];

const say = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
const found = (
  kind: FormatKind,
  reason: string,
  shards: readonly string[],
  layout: FolderLayout = "plain",
): Detected => ({
  kind,
  layout,
  reason,
  shards: [...shards].sort(byName),
});

const detectMds = ({ names, indexHead }: FolderSight): Detected | undefined => {
  const shards = names.filter(isMdsName);
  const indexes = names.filter(isIndexName);
  const isMdsIndex = indexHead !== undefined && /"shards"\s*:/.test(indexHead);
  if (indexes.length > 0 && (isMdsIndex || shards.length > 0))
    return found("MDS", isMdsIndex ? "index.json lists shards" : "index.json and .mds shards", shards);
  if (shards.length === 0) return undefined;
  throw new FormatFault(
    "missing",
    `there are ${say(shards.length, ".mds shard")} but no index.json, which describes their columns`,
  );
};

const detectLance = ({ names }: FolderSight): Detected | undefined => {
  const manifests = listManifests(names);
  const [latest] = manifests;
  if (latest === undefined) return undefined;
  const tables = new Set(manifests.map(({ name }) => name.slice(0, name.lastIndexOf("_versions/"))));
  if (tables.size > 1)
    throw new FormatFault(
      "unsupported",
      `there are ${tables.size} Lance tables here; choose one of them: ${[...tables].sort(byName).slice(0, 3).join(", ")}`,
    );
  return found("Lance", `_versions/ holds ${say(manifests.length, "manifest")}`, [latest.name]);
};

const detectTar = ({ names }: FolderSight): Detected | undefined => {
  const shards = names.filter(isTarName);
  if (shards.length > 0) return found("WebDataset", say(shards.length, ".tar shard"), shards);
  const compressed = names.find(isCompressedTarName);
  if (compressed === undefined) return undefined;
  throw new FormatFault(
    "unsupported",
    `${compressed} is a compressed tar, which does not support random access. Decompress it to .tar`,
  );
};

/** Curator keeps embeddings as Parquet next to its records, so its folders are detected before Parquet. */
const detectCurator = ({ names }: FolderSight): Detected | undefined => {
  const records = names.filter(isRecordName);
  return records.length === 0
    ? undefined
    : found("folder", `metas/v0/ contains ${say(records.length, "record")} of NeMo Curator`, records, "nemo_curator");
};

const isOpenSora = (csvHead: string | undefined): boolean => {
  const names = (csvHead ?? "").split(",").map((name) => name.trim().replaceAll('"', "").replace("\uFEFF", ""));
  return OPEN_SORA_COLUMNS.every((name) => names.includes(name));
};

const detectTables = ({ names, csvHead }: FolderSight): Detected | undefined => {
  const tables = names.filter(isTableName);
  if (tables.length === 0) return undefined;
  const hasCsv = tables.some((name) => /\.csv$/i.test(name));
  if (hasCsv && isOpenSora(csvHead))
    return found("folder", "a CSV file with the columns of Open-Sora", tables, "open_sora");
  return found("folder", `${say(tables.length, "table")} of rows (JSONL or CSV)`, tables);
};

const detectParquet = ({ names }: FolderSight): Detected | undefined => {
  const files = names.filter(isParquetName);
  return files.length === 0 ? undefined : found("Parquet", say(files.length, ".parquet file"), files);
};

const detectMedia = ({ names }: FolderSight): Detected | undefined => {
  const media = names.filter((name) => mediaTypeOfName(name) !== undefined);
  return media.length === 0 ? undefined : found("folder", say(media.length, "media file"), media);
};

/** Detects the format of a folder, with the reason; throws a FormatFault when none matches. */
export const detectFormat = (sight: FolderSight): Detected => {
  if (sight.names.length === 0) throw new FormatFault("missing", "there are no files at this URI");
  // Lance and MDS are unambiguous; tars often come with Parquet files, and Parquet often with clips.
  const steps = [detectLance, detectMds, detectCurator, detectTar, detectParquet, detectTables, detectMedia];
  for (const detect of steps) {
    const detected = detect(sight);
    if (detected !== undefined) return detected;
  }
  const some = sight.names.slice(0, 3).join(", ").slice(0, 200);
  throw new FormatFault("unsupported", `no known dataset format in these files: ${some}`);
};
