import { FormatFault } from "@dailies/formats/format-fault";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { folderOf } from "@dailies/formats/safe-name";
import { DomainError } from "../../../../errors.ts";
import type { BucketReader } from "../../../storage/index.ts";
import { describeFolder } from "../list-folder.ts";
import { tagOfObject } from "../listed-files.ts";
import type { OpenContext } from "../set-tools.ts";
import type { ShardSet } from "../shard-set.ts";
import { openLoneShard } from "./lone-shard.ts";
import { createMdsSet } from "./mds-set.ts";
import { warnOfFiles, warnOfIndex } from "./mds-warnings.rules.ts";

/** Larger sets are not listed: it takes longer than opening, and a verification finds missing files anyway. */
const MAX_LISTED_SHARDS = 900;
/** Parsed synchronously: larger pieces would block the event loop. */
const INDEX_PIECE_BYTES = 2 * 1024 ** 2;

const listSizes = async (
  bucketReader: BucketReader,
  folder: string,
  signal?: AbortSignal,
): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>();
  let after: string | undefined;
  for (let page = 0; page < 4; page++) {
    const { objects, isTruncated } = await bucketReader.list(folder, { after, signal });
    for (const { key, bytes } of objects) sizes.set(key, bytes);
    if (!isTruncated) return sizes;
    after = objects.at(-1)?.key;
  }
  throw new FormatFault("too_large", "the folder has too many entries to list");
};

/** Opens a set by its index.json. Without one, the error describes what is there instead. */
export const openMdsSet = async (bucketReader: BucketReader, key: string, context: OpenContext): Promise<ShardSet> => {
  const { tools, signal, before } = context;
  const found = await bucketReader.describe(key, signal);
  if (!found) {
    const there = await describeFolder(bucketReader, folderOf(key), signal);
    throw new DomainError("not_found", `there is no index.json in ${folderOf(key) || "the bucket"}: ${there}`);
  }
  const tag = tagOfObject(found);
  if (before?.tag === tag) return before;
  const index = await openMdsIndex(bucketReader, key, { chunkBytes: INDEX_PIECE_BYTES, ...(signal && { signal }) });
  const warnings = warnOfIndex(index);
  if (index.shardCount <= MAX_LISTED_SHARDS) {
    const sizes = await listSizes(bucketReader, folderOf(key), signal).catch(() => undefined);
    if (sizes) warnings.push(...warnOfFiles(index, sizes));
  }
  return createMdsSet({ index, tag, warnings, tools });
};

/** One shard, as its own header describes it. */
export const openLoneMdsShard = async (
  bucketReader: BucketReader,
  key: string,
  context: OpenContext,
): Promise<ShardSet> => {
  const { tools, signal, before } = context;
  const found = await bucketReader.describe(key, signal);
  if (!found) throw new FormatFault("missing", `${key} is not there`);
  const tag = tagOfObject(found);
  if (before?.tag === tag) return before;
  const index = await openLoneShard(bucketReader, key, signal);
  const message = "one shard without its index: what the index would say of hashes is not known";
  const warnings = [...warnOfIndex(index), { code: "no_index" as const, message, shard: null }];
  return createMdsSet({ index, tag, warnings, tools });
};
