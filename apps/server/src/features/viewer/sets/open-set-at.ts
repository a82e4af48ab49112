import { detectFormat } from "@dailies/formats/detect";
import { FormatFault } from "@dailies/formats/format-fault";
import { isCompressedTarName, isTarName, refuseCompressedTar } from "@dailies/formats/tar/shard-names";
import { DomainError } from "../../../errors.ts";
import type { Place, PlacedObject } from "../../storage/index.ts";
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

/** Opens whatever an address means: an index, one shard, a pattern of shards, a table or a folder of any of these. */
export const openSetAt = (place: Place, key: string, context: OpenContext): Promise<ShardSet> => {
  if (isPattern(key)) return openPattern(place, key, context);
  if (/(^|\/)index\.json$/.test(key)) return openMdsSet(place, key, context);
  if (/\.lance\/?$/.test(key)) return openLanceSet(place, asFolder(key), context);
  if (/\.mds$/.test(key)) return openLoneMdsShard(place, key, context);
  if (/\.mds\.\w+$/.test(key))
    throw new DomainError(
      "invalid",
      "a compressed shard is described by its index alone: open the index.json beside it",
    );
  if (isFile(key)) return openFiles(place, [key], context);
  return openFolder(place, asFolder(key), context);
};

const asFolder = (key: string): string => (key === "" || key.endsWith("/") ? key : `${key}/`);
const isFile = (key: string): boolean =>
  isTarName(key) || isCompressedTarName(key) || /\.(parquet|jsonl|csv)$/i.test(key);

const openPattern = async (place: Place, pattern: string, context: OpenContext): Promise<ShardSet> => {
  const listed = await listAll(place, literalPrefix(pattern), context.signal);
  const keys = matchKeys(
    pattern,
    listed.map(({ key }) => key),
  );
  if (keys.length === 0) {
    const folder = literalPrefix(pattern).replace(/[^/]*$/, "");
    throw new DomainError("not_found", `nothing matches: ${await describeFolder(place, folder, context.signal)}`);
  }
  return openFiles(place, keys, context, listed);
};

/** Files of one kind, in the order they are named. */
const openFiles = async (
  place: Place,
  keys: readonly string[],
  context: OpenContext,
  listed?: readonly PlacedObject[],
): Promise<ShardSet> => {
  const compressed = keys.find(isCompressedTarName);
  if (compressed !== undefined) return refuseCompressedTar(compressed);
  const files = await describeFiles(place, keys, context, listed);
  if (keys.every(isTarName)) return openTarSet(place, files, context);
  if (keys.every((key) => /\.parquet$/i.test(key))) return openParquetSet(place, files, context);
  if (keys.every((key) => /\.(jsonl|csv)$/i.test(key))) return openFolderSet(place, files, context);
  throw new FormatFault("unsupported", "these are not shards of one kind: name .tar, .parquet, .jsonl or .csv files");
};

/** What is named and not there stays in its place with no etag: it is told, not left out. */
const describeFiles = async (
  place: Place,
  keys: readonly string[],
  { signal }: OpenContext,
  listed: readonly PlacedObject[] = [],
): Promise<PlacedObject[]> => {
  const known = new Map(listed.map((object) => [object.key, object]));
  const [only] = keys;
  if (keys.length === 1 && only !== undefined && !known.has(only)) {
    const found = await place.describe(only, signal);
    if (!found) throw new FormatFault("missing", `${only} is not there`);
    return [found];
  }
  return keys.map((key) => known.get(key) ?? { key, bytes: 0, etag: "", modifiedAt: new Date(0) });
};

const openFolder = async (place: Place, folder: string, context: OpenContext): Promise<ShardSet> => {
  const { objects } = await place.list(folder, { limit: SEEN_NAMES, signal: context.signal });
  const names = objects.map(({ key }) => key.slice(folder.length)).filter((name) => name !== "");
  if (names.length === 0) throw new DomainError("not_found", `nothing lies in ${folder || "this bucket"}`);
  if (names.includes("index.json")) return openMdsSet(place, `${folder}index.json`, context);
  const { kind, layout } = detect(names);
  if (kind === "Lance") return openLanceSet(place, folder, context);
  const all = await listAll(place, folder, context.signal);
  const named = (pattern: RegExp) => all.filter(({ key }) => pattern.test(key));
  if (kind === "WebDataset") return openTarSet(place, named(/\.tar$/i), context, all);
  if (kind === "Parquet") return openParquetSet(place, named(/\.parquet$/i), context);
  if (kind === "MDS")
    throw new DomainError("not_found", `there is no index.json: ${await describeFolder(place, folder)}`);
  return openFolderSet(place, all, context, { folder, layout });
};

/** What cannot be told from the names is refused with some of them. */
const detect = (names: readonly string[]) => {
  try {
    return detectFormat({ names });
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const some = names.slice(0, 8).join(", ");
    throw new DomainError("invalid", `${error.message}; there are ${some}${names.length > 8 ? " and more" : ""}`);
  }
};
