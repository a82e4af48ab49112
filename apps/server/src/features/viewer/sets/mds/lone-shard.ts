import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { MdsIndex } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { readWord } from "@dailies/formats/mds/shards/offsets";
import { memorySource } from "@dailies/formats/memory-source";
import { folderOf } from "@dailies/formats/safe-name";

const MAX_CONFIG_BYTES = 4 * 1024 ** 2;
const WORD = 4;

const parse = (bytes: Uint8Array): object => {
  try {
    const config: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof config === "object" && config !== null && !Array.isArray(config)) return config;
  } catch {
    // Reported below, as for any other text.
  }
  throw new FormatFault("malformed", "this file does not describe itself as an MDS shard does", 0);
};

/** Builds a one-shard index from the shard's own header. */
export const openLoneShard = async (source: ByteSource, object: string, signal?: AbortSignal): Promise<MdsIndex> => {
  const sizeBytes = await source.size(object, signal);
  if (sizeBytes === undefined) throw new FormatFault("missing", `there is no ${object}`);
  const words = await source.read(object, 0, 2 * WORD, signal);
  const [samples, first] = [readWord(words, 0), readWord(words, WORD)];
  const begin = WORD * (samples + 2);
  if (first < begin || first - begin > MAX_CONFIG_BYTES || first > sizeBytes)
    throw new FormatFault("malformed", "the header of this shard is broken", 0);
  const config = parse(await source.read(object, begin, first, signal));
  const file = { basename: object.slice(folderOf(object).length), bytes: sizeBytes, hashes: {} };
  const entry = { ...config, compression: null, hashes: [], raw_data: file, zip_data: null, samples };
  const index = new TextEncoder().encode(JSON.stringify({ version: 2, shards: [entry] }));
  const name = `${folderOf(object)}index.json`;
  return openMdsIndex(memorySource(new Map([[name, index]])), name);
};
