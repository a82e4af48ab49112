import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { Codec } from "@dailies/formats/inflate";
import type { MdsFile, MdsShard } from "@dailies/formats/mds/index/mds-index";
import { checkShard } from "@dailies/formats/mds/shards/check-shard";
import { inflatedShard } from "@dailies/formats/mds/shards/inflate-shard";
import type { MdsSample } from "@dailies/formats/mds/shards/sample-columns";
import { walkShard } from "@dailies/formats/mds/shards/walk-shard";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import { memorySource } from "@dailies/formats/memory-source";
import { joinSources } from "../../read/join-sources.ts";
import { sayBytes } from "../../say-bytes.ts";
import { differingHashes, loadFile } from "../../verify/load-file.ts";
import { FaultList, type ShardVerdict } from "../../verify/verdict.ts";
import type { SetTools } from "../set-tools.ts";
import type { Reading, VerifyInput } from "../shard-set.ts";

/** A shard up to this size is kept in memory and read once; a larger one is read twice. */
const KEEP_BYTES = 96 * 1024 ** 2;
const MAX_INFLATED_BYTES = 512 * 1024 ** 2;
/** In larger samples only the small columns are checked. */
const WHOLE_BYTES = 64 * 1024 ** 2;

type VerifyMdsInput = VerifyInput & Pick<SetTools, "inflate">;

interface Looking {
  readonly shard: MdsShard;
  readonly reading: Reading;
  readonly input: VerifyMdsInput;
  readonly faults: FaultList;
  worst: "missing" | "truncated" | undefined;
}

/** Verifies size, hashes, offsets and, optionally, every sample. */
export const verifyMdsShard = async (
  shard: MdsShard,
  reading: Reading,
  input: VerifyMdsInput,
): Promise<ShardVerdict> => {
  const looking: Looking = { shard, reading, input, faults: new FaultList(shard.shard), worst: undefined };
  const before = reading.meter.read().bytes;
  const source = await openFiles(looking);
  if (source) await lookInside(looking, source);
  return looking.faults.toVerdict(reading.meter.read().bytes - before, looking.worst);
};

const openFiles = async (looking: Looking): Promise<ByteSource | undefined> => {
  const { shard } = looking;
  const sources = new Map<string, ByteSource>();
  for (const file of shard.meta ? [shard.data, shard.meta] : [shard.data]) {
    const source = await openFile(looking, file);
    if (!source) return undefined;
    sources.set(file.rawObject, source);
  }
  return joinSources(sources);
};

/** Undefined when nothing can be read from it. */
const openFile = async (looking: Looking, file: MdsFile): Promise<ByteSource | undefined> => {
  const { shard, reading, faults } = looking;
  const { codec } = shard.schema;
  const sizeBytes = await reading.source.size(file.object, reading.signal);
  if (sizeBytes === undefined) {
    looking.worst = "missing";
    faults.add({ kind: "missing", message: `${nameOf(file.object)} is not there` });
    return undefined;
  }
  const isWhole = sizeBytes === file.storedBytes;
  if (!isWhole) noteSize(looking, file, sizeBytes);
  const hashes = isWhole ? Object.keys(file.storedHashes) : [];
  const keepBytes = codec === null ? KEEP_BYTES : MAX_INFLATED_BYTES;
  const input = { sizeBytes, keepBytes, hashes, signal: reading.signal };
  const loaded = await loadFile(reading.source, file.object, input);
  for (const name of differingHashes(file.storedHashes, loaded.hashes))
    faults.add({ kind: "hash", message: `${nameOf(file.object)}: its ${name} is not the one in the index` });
  if (codec !== null) return inflateLoaded(looking, file, codec, loaded.bytes);
  return loaded.bytes ? memorySource(new Map([[file.object, loaded.bytes]])) : reading.source;
};

const noteSize = (looking: Looking, file: MdsFile, sizeBytes: number): void => {
  const isShort = sizeBytes < file.storedBytes;
  if (isShort) looking.worst = "truncated";
  // For a partly readable file, the offset check below reports this fault with the last good sample.
  if (looking.shard.schema.codec === null && file === looking.shard.data) return;
  const words = `${nameOf(file.object)} has ${sizeBytes} bytes, the index says ${file.storedBytes}`;
  looking.faults.add({ kind: "size", message: words });
};

const inflateLoaded = async (
  { faults, input }: Looking,
  file: MdsFile,
  codec: Codec,
  bytes: Uint8Array | undefined,
): Promise<ByteSource | undefined> => {
  if (!bytes || file.rawBytes > MAX_INFLATED_BYTES) {
    const words = `${nameOf(file.object)} would be ${sayBytes(file.rawBytes)}: too large to be inflated and looked into`;
    faults.add({ kind: "decode", message: words });
    return undefined;
  }
  try {
    const raw = await input.inflate(codec, bytes, MAX_INFLATED_BYTES);
    const source = memorySource(new Map([[file.rawObject, raw]]));
    const hashes = raw.length === file.rawBytes ? Object.keys(file.rawHashes) : [];
    const wanted = { sizeBytes: raw.length, keepBytes: 0, hashes };
    const loaded = await loadFile(source, file.rawObject, wanted);
    for (const name of differingHashes(file.rawHashes, loaded.hashes))
      faults.add({
        kind: "hash",
        message: `${nameOf(file.rawObject)}: its ${name}, inflated, is not the one in the index`,
      });
    return source;
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    faults.add({ kind: "decode", message: `${nameOf(file.object)} cannot be inflated: ${error.message}` });
    return undefined;
  }
};

const lookInside = async (looking: Looking, source: ByteSource): Promise<void> => {
  const { reading, input, faults } = looking;
  const shard = looking.shard.schema.codec === null ? looking.shard : inflatedShard(looking.shard);
  const numbered = (sample: number | null): number | null => (sample === null ? null : shard.firstSample + sample);
  const checked = await checkShard(source, shard, { signal: reading.signal });
  const lastGoodSample = numbered(checked.lastGoodSample);
  for (const { kind, message, sample } of checked.faults)
    faults.add({ kind, message, sample: numbered(sample), lastGoodSample });
  if (!input.decodesSamples || checked.offsets === null) return;
  let last: number | null = null;
  // Samples behind a truncation are already reported by the offset check.
  const end = looking.worst === "truncated" ? (checked.lastGoodSample ?? -1) + 1 : shard.samples;
  const walk = { offsets: checked.offsets, end, maxWholeBytes: WHOLE_BYTES, signal: reading.signal };
  for await (const found of walkShard(source, shard, walk)) {
    const sample = shard.firstSample + found.index;
    const fault = "fault" in found ? found.fault.message : decodeFault(found);
    if (fault === undefined) last = sample;
    else faults.add({ kind: "decode", message: fault, sample, lastGoodSample: last });
  }
};

const decodeFault = ({ columns }: MdsSample): string | undefined => {
  for (const column of columns) {
    // Columns too large to read are not decoded.
    if (column.bytes === undefined) continue;
    try {
      decodeColumn(column);
    } catch (error) {
      if (error instanceof FormatFault) return `column ${column.name}: ${error.message}`;
      throw error;
    }
  }
  return undefined;
};

const nameOf = (object: string): string => object.slice(object.lastIndexOf("/") + 1);
