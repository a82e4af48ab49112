import { codecOf } from "../inflate.ts";
import { writePythonJson } from "../python-json.ts";
import { chunkTexts } from "../text-chunks.ts";
import type { MdsLayout } from "./mds-layout.ts";

export interface MdsShardFile {
  /** Instead of the numbered name of the original writer. */
  readonly name?: string;
  readonly bytes: number;
  /** Hexadecimal digits by the name of the hash. */
  readonly hashes: Readonly<Record<string, string>>;
}

export interface MdsShardFiles {
  /** Place in the index, which names the files. */
  readonly shard: number;
  readonly samples: number;
  readonly raw: MdsShardFile;
  /** The compressed file, when the layout names a compression. */
  readonly zip?: MdsShardFile;
}

export const mdsShardName = (shard: number, compression: string | null = null): string => {
  const raw = `shard.${String(shard).padStart(5, "0")}.mds`;
  return compression === null ? raw : `${raw}.${codecOf(compression)}`;
};

const describeFile = (numbered: string, { name, bytes, hashes }: MdsShardFile) => ({
  basename: name ?? numbered,
  bytes,
  hashes,
});

/** The entry of a shard in the index, as text. */
export const writeMdsEntry = (
  { config, compression }: MdsLayout,
  { shard, samples, raw, zip }: MdsShardFiles,
): string =>
  writePythonJson({
    ...config,
    raw_data: describeFile(mdsShardName(shard), raw),
    samples,
    zip_data: zip === undefined ? null : describeFile(mdsShardName(shard, compression), zip),
  });

async function* indexTexts(entries: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '{"shards": [';
  for await (const entry of entries) {
    yield separator + entry;
    separator = ", ";
  }
  yield separator === ", " ? '], "version": 2}' : '{"shards": [], "version": 2}';
}

/** `index.json` in chunks, from entries that need not be in memory at once. */
export const writeMdsIndex = (entries: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> =>
  chunkTexts(indexTexts(entries));
