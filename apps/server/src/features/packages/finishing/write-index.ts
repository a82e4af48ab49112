import { LANCE_MANIFEST_NAME, writeLanceManifest } from "@dailies/formats/lance/write-manifest";
import { type MdsShardFile, writeMdsEntry, writeMdsIndex } from "@dailies/formats/mds/mds-index-file";
import { mdsShardLayout } from "@dailies/formats/mds/mds-shard-format";
import { writeWidsIndex } from "@dailies/formats/tar/wids-index-file";
import { LANCE_FOLDER } from "../package.rules.ts";
import type { PackageRecord } from "../package.store.ts";
import { mdsSettingsOf, SHARD_FOLDERS } from "../writing/shard-formats.ts";
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

async function* lanceFragments(shards: AsyncIterable<WrittenShardRow>) {
  for await (const { name, samples: rows, bytes } of shards)
    yield { file: name.slice(SHARD_FOLDERS.Lance.length), rows, bytes };
}

async function* lanceManifest(
  { columns, createdAt: writtenAt }: PackageRecord,
  shards: AsyncIterable<WrittenShardRow>,
): AsyncGenerator<Uint8Array> {
  yield await writeLanceManifest({ columns: columns ?? [], writtenAt }, lanceFragments(shards));
}

/** The index that readers of the format open first, in chunks. */
export const writeIndex = (made: PackageRecord, shards: AsyncIterable<WrittenShardRow>): AsyncGenerator<Uint8Array> => {
  switch (made.format) {
    case "MDS":
      return writeMdsIndex(mdsEntries(made, shards));
    case "WebDataset":
      return writeWidsIndex(`${made.name}@${made.number}`, widsShards(shards));
    case "Parquet":
      return fileList(shards);
    case "Lance":
      return lanceManifest(made, shards);
  }
};

/** Without this object, no reader opens the package. */
export const indexKey = ({ folder, format }: Pick<PackageRecord, "folder" | "format">): string =>
  format === "Lance" ? `${folder}${LANCE_FOLDER}${LANCE_MANIFEST_NAME}` : `${folder}index.json`;

/** What trainers and the viewer open, in the datasets bucket. */
export const openedFolder = ({ folder, format }: Pick<PackageRecord, "folder" | "format">): string =>
  format === "Lance" ? folder + LANCE_FOLDER : folder;
