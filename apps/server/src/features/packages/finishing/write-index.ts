import { type MdsShardFile, writeMdsEntry, writeMdsIndex } from "@dailies/formats/mds/mds-index-file";
import { mdsShardLayout } from "@dailies/formats/mds/mds-shard-format";
import { writeWidsIndex } from "@dailies/formats/tar/wids-index-file";
import type { PackageRecord } from "../package.store.ts";
import { mdsSettingsOf } from "../writing/shard-formats.ts";
import type { WrittenShardRow } from "./finish.store.ts";

const mdsFile = ({ name, bytes, sha256 }: Pick<WrittenShardRow, "name" | "bytes" | "sha256">): MdsShardFile => ({
  name,
  bytes,
  hashes: { sha256 },
});

async function* mdsEntries(
  { settings, columns }: PackageRecord,
  shards: AsyncIterable<WrittenShardRow>,
): AsyncGenerator<string> {
  const layout = mdsShardLayout(columns ?? [], mdsSettingsOf(settings));
  for await (const { raw, ...shard } of shards) {
    const files = raw ? { raw: mdsFile(raw), zip: mdsFile(shard) } : { raw: mdsFile(shard) };
    yield writeMdsEntry(layout, { shard: shard.shard, samples: shard.samples, ...files });
  }
}

async function* widsShards(shards: AsyncIterable<WrittenShardRow>) {
  for await (const { name, samples, bytes } of shards) yield { url: name, samples, bytes };
}

/** The files of a Parquet package with their rows, as no standard index of them exists. */
async function* fileList(shards: AsyncIterable<WrittenShardRow>): AsyncGenerator<Uint8Array> {
  let before = '{"files": [';
  for await (const { name, samples, bytes, sha256 } of shards) {
    yield Buffer.from(`${before}${JSON.stringify({ name, rows: samples, bytes, sha256 })}`);
    before = ",\n";
  }
  yield Buffer.from("]}\n");
}

/** The index that readers of the format open first, in chunks. */
export const writeIndex = (made: PackageRecord, shards: AsyncIterable<WrittenShardRow>): AsyncGenerator<Uint8Array> => {
  if (made.format === "MDS") return writeMdsIndex(mdsEntries(made, shards));
  return made.format === "WebDataset"
    ? writeWidsIndex(`${made.name}@${made.number}`, widsShards(shards))
    : fileList(shards);
};
