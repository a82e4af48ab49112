import { indexNamesOf } from "@dailies/formats/tar/tar-index";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";
import { waitForCount } from "../count-shards.ts";
import { tagOfFiles } from "../listed-files.ts";
import type { OpenContext } from "../set-tools.ts";
import type { ShardSet } from "../shard-set.ts";
import { createTarSet } from "./tar-set.ts";

/** WebDataset shards in the given order; `beside` lists the other files, including index files. */
export const openTarSet = async (
  bucketReader: BucketReader,
  shards: readonly StoredObject[],
  { tools, before }: OpenContext,
  beside: readonly StoredObject[] = [],
): Promise<ShardSet> => {
  const known = new Map(beside.map((object) => [object.key, object]));
  const indexes = shards.map(({ key }) => indexNamesOf(key).flatMap((name) => known.get(name) ?? [])[0]);
  const tag = tagOfFiles([...shards, ...indexes.filter((index) => index !== undefined)]);
  if (before?.tag === tag) {
    before.resume();
    return before;
  }
  const { set, counting } = createTarSet({ bucketReader, shards, indexes, tag, tools });
  await waitForCount(counting, set.table);
  return set;
};
