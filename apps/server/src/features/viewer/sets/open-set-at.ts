import { detectFormat } from "@dailies/formats/detect";
import { FormatFault } from "@dailies/formats/format-fault";
import { isCompressedTarName, isTarName, refuseCompressedTar } from "@dailies/formats/tar/shard-names";
import { DomainError } from "../../../errors.ts";
import type { BucketReader, StoredObject } from "../../storage/index.ts";
import { openFolderSet } from "./folder/open-folder.ts";
import { openLanceSet } from "./lance/open-lance.ts";
import { describeFolder, listAll } from "./list-folder.ts";
import { isPattern, literalPrefix, matchKeys } from "./match-keys.ts";
import { openLoneMdsShard, openMdsSet } from "./mds/open-mds.ts";
import { openParquetSet } from "./parquet/open-parquet.ts";
import type { OpenContext } from "./set-tools.ts";
import type { ShardSet } from "./shard-set.ts";
import { openTarSet } from "./tar/open-tar.ts";

const SEEN_NAMES = 1_000;

/** Opens what a URI refers to: an index, a shard, a pattern of shards, a table, or a folder of these. */
export const openSetAt = (bucketReader: BucketReader, key: string, context: OpenContext): Promise<ShardSet> => {
  if (isPattern(key)) return openPattern(bucketReader, key, context);
  if (/(^|\/)index\.json$/.test(key)) return openMdsSet(bucketReader, key, context);
  if (/\.lance\/?$/.test(key)) return openLanceSet(bucketReader, asFolder(key), context);
  if (/\.mds$/.test(key)) return openLoneMdsShard(bucketReader, key, context);
  if (/\.mds\.\w+$/.test(key))
    throw new DomainError(
      "invalid",
      "a compressed shard is described by its index alone: open the index.json beside it",
    );
  if (isFile(key)) return openFiles(bucketReader, [key], context);
  return openFolder(bucketReader, asFolder(key), context);
};

const asFolder = (key: string): string => (key === "" || key.endsWith("/") ? key : `${key}/`);
const isFile = (key: string): boolean =>
  isTarName(key) || isCompressedTarName(key) || /\.(parquet|jsonl|csv)$/i.test(key);

const openPattern = async (bucketReader: BucketReader, pattern: string, context: OpenContext): Promise<ShardSet> => {
  const listed = await listAll(bucketReader, literalPrefix(pattern), context.signal);
  const keys = matchKeys(
    pattern,
    listed.map(({ key }) => key),
  );
  if (keys.length === 0) {
    const folder = literalPrefix(pattern).replace(/[^/]*$/, "");
    throw new DomainError(
      "not_found",
      `nothing matches: ${await describeFolder(bucketReader, folder, context.signal)}`,
    );
  }
  return openFiles(bucketReader, keys, context, listed);
};

/** Files of one format, in the order they are named. */
const openFiles = async (
  bucketReader: BucketReader,
  keys: readonly string[],
  context: OpenContext,
  listed?: readonly StoredObject[],
): Promise<ShardSet> => {
  const compressed = keys.find(isCompressedTarName);
  if (compressed !== undefined) return refuseCompressedTar(compressed);
  const files = await describeFiles(bucketReader, keys, context, listed);
  if (keys.every(isTarName)) return openTarSet(bucketReader, files, context);
  if (keys.every((key) => /\.parquet$/i.test(key))) return openParquetSet(bucketReader, files, context);
  if (keys.every((key) => /\.(jsonl|csv)$/i.test(key))) return openFolderSet(bucketReader, files, context);
  throw new FormatFault("unsupported", "these are not shards of one kind: name .tar, .parquet, .jsonl or .csv files");
};

/** A missing file keeps its position with an empty etag: it is reported, not dropped. */
const describeFiles = async (
  bucketReader: BucketReader,
  keys: readonly string[],
  { signal }: OpenContext,
  listed: readonly StoredObject[] = [],
): Promise<StoredObject[]> => {
  const known = new Map(listed.map((object) => [object.key, object]));
  const [only] = keys;
  if (keys.length === 1 && only !== undefined && !known.has(only)) {
    const found = await bucketReader.describe(only, signal);
    if (!found) throw new FormatFault("missing", `${only} is not there`);
    return [found];
  }
  return keys.map((key) => known.get(key) ?? { key, bytes: 0, etag: "", modifiedAt: new Date(0) });
};

const openFolder = async (bucketReader: BucketReader, folder: string, context: OpenContext): Promise<ShardSet> => {
  const { objects } = await bucketReader.list(folder, { limit: SEEN_NAMES, signal: context.signal });
  const names = objects.map(({ key }) => key.slice(folder.length)).filter((name) => name !== "");
  if (names.length === 0) throw new DomainError("not_found", `nothing lies in ${folder || "this bucket"}`);
  if (names.includes("index.json")) return openMdsSet(bucketReader, `${folder}index.json`, context);
  const { kind, layout } = detect(names);
  if (kind === "Lance") return openLanceSet(bucketReader, folder, context);
  const all = await listAll(bucketReader, folder, context.signal);
  const named = (pattern: RegExp) => all.filter(({ key }) => pattern.test(key));
  if (kind === "WebDataset") return openTarSet(bucketReader, named(/\.tar$/i), context, all);
  if (kind === "Parquet") return openParquetSet(bucketReader, named(/\.parquet$/i), context);
  if (kind === "MDS")
    throw new DomainError("not_found", `there is no index.json: ${await describeFolder(bucketReader, folder)}`);
  return openFolderSet(bucketReader, all, context, { folder, layout });
};

/** Throws with some of the names when the format cannot be detected from them. */
const detect = (names: readonly string[]) => {
  try {
    return detectFormat({ names });
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const some = names.slice(0, 8).join(", ");
    throw new DomainError("invalid", `${error.message}; there are ${some}${names.length > 8 ? " and more" : ""}`);
  }
};
