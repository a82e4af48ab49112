import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "@dailies/formats/join-bytes";
import { lanceShardFormat } from "@dailies/formats/lance/lance-shard-format";
import { LANCE_DATA_FOLDER, LANCE_MANIFEST_NAME, writeLanceManifest } from "@dailies/formats/lance/write-manifest";
import { mdsShardName, writeMdsEntry, writeMdsIndex } from "@dailies/formats/mds/mds-index-file";
import { mdsShardFormat, mdsShardLayout } from "@dailies/formats/mds/mds-shard-format";
import type { ShardFormat } from "@dailies/formats/shard-writer";
import { tarShardFormat } from "@dailies/formats/tar/tar-shard-format";
import { writeWidsIndex } from "@dailies/formats/tar/wids-index-file";
import { parquetShardFormat } from "../../apps/server/src/features/packages/writing/parquet-shard-format.ts";
import { asShardBytes, PACKAGE_COLUMNS, PACKAGE_SAMPLES } from "./package-samples.ts";
import { writeLongTable } from "./write-long-table.ts";

const SIZE_LIMIT_BYTES = 30_000;
const HASHES = ["md5", "sha256"];

const COMPRESSORS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "zstd:3": (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  "gz:9": (bytes) => gzipSync(bytes, { level: 9 }),
  "br:5": (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

interface Shard {
  readonly bytes: Uint8Array;
  readonly samples: number;
}

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return joinBytes(held);
};

/** A shard is closed before it exceeds the limit, by the sizes that are known before anything is written. */
const writeShards = async (format: ShardFormat): Promise<readonly Shard[]> => {
  const shards: Shard[] = [];
  let [writer, held, planned] = [format.openShard(), [] as Uint8Array[], format.emptyBytes];
  const close = (): void => {
    const { before, after, samples } = writer.close();
    const bytes = joinBytes([before, ...held, after]);
    if (bytes.length > planned) throw new Error(`a shard has ${bytes.length} bytes instead of ${planned}`);
    shards.push({ bytes, samples });
    [writer, held, planned] = [format.openShard(), [], format.emptyBytes];
  };
  for (const { key, values } of PACKAGE_SAMPLES) {
    const given = values.map((value) => (value instanceof Uint8Array ? asShardBytes(value) : value));
    const sizes = PACKAGE_COLUMNS.map((column, place) => format.sizeOf(column, given[place] ?? null));
    const sampleBytes = format.sampleBytes(key, sizes);
    if (planned > format.emptyBytes && planned + sampleBytes > SIZE_LIMIT_BYTES) close();
    held.push(await collect(writer.write(key, given)));
    planned += sampleBytes;
  }
  close();
  return shards;
};

type Files = Map<string, Uint8Array>;

const describeFile = (bytes: Uint8Array) => ({
  bytes: bytes.length,
  hashes: Object.fromEntries(HASHES.map((name) => [name, createHash(name).update(bytes).digest("hex")])),
});

const addMds = async (files: Files, folder: string, compression: string | undefined): Promise<void> => {
  const settings = {
    sizeLimitBytes: SIZE_LIMIT_BYTES,
    hashes: HASHES,
    ...(compression !== undefined && { compression }),
  };
  const layout = mdsShardLayout(PACKAGE_COLUMNS, settings);
  const entries: string[] = [];
  for (const [shard, { bytes, samples }] of (await writeShards(mdsShardFormat(PACKAGE_COLUMNS, settings))).entries()) {
    const zip = COMPRESSORS[compression ?? ""]?.(bytes);
    files.set(`${folder}/${mdsShardName(shard, layout.compression)}`, zip ?? bytes);
    const raw = describeFile(bytes);
    entries.push(writeMdsEntry(layout, { shard, samples, raw, ...(zip && { zip: describeFile(zip) }) }));
  }
  files.set(`${folder}/index.json`, await collect(writeMdsIndex(entries)));
};

const addTar = async (files: Files): Promise<void> => {
  const shards = (await writeShards(tarShardFormat(PACKAGE_COLUMNS))).map(({ bytes, samples }, shard) => {
    const url = `shard-${String(shard).padStart(6, "0")}.tar`;
    files.set(`webdataset/${url}`, bytes);
    return { url, samples, bytes: bytes.length, md5: createHash("md5").update(bytes).digest("hex") };
  });
  files.set("webdataset/index.json", await collect(writeWidsIndex("proof", shards)));
};

const addLance = async (files: Files): Promise<void> => {
  const table = "lance/samples.lance/";
  const fragments = (await writeShards(lanceShardFormat(PACKAGE_COLUMNS))).map(({ bytes, samples: rows }, shard) => {
    const file = `shard.${String(shard).padStart(5, "0")}.lance`;
    files.set(table + LANCE_DATA_FOLDER + file, bytes);
    return { file, rows, bytes: bytes.length };
  });
  const writtenAt = new Date("2026-11-18T00:00:00Z");
  files.set(table + LANCE_MANIFEST_NAME, await writeLanceManifest({ columns: PACKAGE_COLUMNS, writtenAt }, fragments));
};

/** The same samples in every format, by path. */
export const writePackages = async (): Promise<Files> => {
  const files: Files = new Map();
  await addMds(files, "mds", undefined);
  for (const compression of Object.keys(COMPRESSORS))
    await addMds(files, `mds-${compression.split(":", 1)[0]}`, compression);
  await addTar(files);
  for (const [shard, { bytes }] of (await writeShards(parquetShardFormat(PACKAGE_COLUMNS))).entries())
    files.set(`parquet/part-${String(shard).padStart(5, "0")}.parquet`, bytes);
  await addLance(files);
  await writeLongTable("lance-long/samples.lance/", files);
  return files;
};
