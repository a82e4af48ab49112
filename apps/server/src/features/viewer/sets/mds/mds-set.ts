import { randomUUID } from "node:crypto";
import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { MdsColumn, MdsFile, MdsIndex, MdsShard } from "@dailies/formats/mds/index/mds-index";
import { byteSpans } from "@dailies/formats/mds/shards/byte-spans";
import { findLastGoodSample } from "@dailies/formats/mds/shards/check-shard";
import { inflatedShard, inflateFile } from "@dailies/formats/mds/shards/inflate-shard";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import type { MdsSample, SampleColumn } from "@dailies/formats/mds/shards/sample-columns";
import { HeadSize } from "@dailies/formats/mds/values/head-size";
import { viewColumn } from "@dailies/formats/mds/values/view-column";
import { DomainError } from "../../../../errors.ts";
import { joinSources } from "../../read/join-sources.ts";
import { sayBytes } from "../../say-bytes.ts";
import type { SetTools } from "../set-tools.ts";
import type { Reading, SetColumn, SetFacts, SetWarning, ShardSet } from "../shard-set.ts";
import { type SamplePosition, ShardTable } from "../shard-table.ts";
import { withOffsetWindows } from "./offset-windows.ts";
import { verifyMdsShard } from "./verify-mds.ts";

/** Far above the usual shard size, and small enough to fit in memory twice. */
const MAX_INFLATED_BYTES = 512 * 1024 ** 2;

interface MdsParts {
  readonly index: MdsIndex;
  readonly tag: string;
  readonly warnings: readonly SetWarning[];
  readonly tools: SetTools;
}

/** A unique id per opened set: cached data of an overwritten set must not be used for the next. */
interface NamedParts extends MdsParts {
  readonly id: string;
  readonly head: HeadSize;
}

const toColumn = ({ name, encoding, sizeBytes }: MdsColumn): SetColumn => ({ name, encoding, size: sizeBytes });

/** A shard's readable source: storage, or the local disk after decompression. */
interface Readable {
  readonly source: ByteSource;
  readonly shard: MdsShard;
}

const openReadable = async (parts: NamedParts, reading: Reading, number: number): Promise<Readable> => {
  const { index, tools, id } = parts;
  const shard = index.shardAt(number);
  const { codec } = shard.schema;
  if (codec === null) {
    const windows = { cache: tools.offsets, key: id, meter: reading.meter };
    return { source: withOffsetWindows(reading.source, shard, windows), shard };
  }
  const files = shard.meta ? [shard.data, shard.meta] : [shard.data];
  const keyOf = (file: MdsFile): string => `${id}/${file.object}`;
  const needed = files.filter((file) => !tools.inflated.has(keyOf(file)));
  if (needed.length === 0) reading.meter.noteHit();
  else checkAgreed(reading, number, needed);
  const open = (file: MdsFile) =>
    tools.inflated.open(
      keyOf(file),
      file.rawObject,
      (signal) => inflateFile(reading.source, file, codec, tools.inflate, { maxBytes: MAX_INFLATED_BYTES, signal }),
      reading.signal,
    );
  const sources = await Promise.all(files.map(async (file) => [file.rawObject, await open(file)] as const));
  return { source: joinSources(new Map(sources)), shard: inflatedShard(shard) };
};

const checkAgreed = ({ agreeBytes }: Reading, shard: number, files: readonly MdsFile[]): void => {
  const bytes = files.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const rawBytes = files.reduce((sum, file) => sum + file.rawBytes, 0);
  const words = `shard ${shard} is compressed: ${sayBytes(bytes)} must be fetched to read from it`;
  if (Math.max(bytes, rawBytes) > MAX_INFLATED_BYTES)
    throw new DomainError("conflict", `${words}, more than this console inflates`);
  if (bytes > agreeBytes) throw new DomainError("too_large", words);
};

/** For a truncated sample, the error names the last good one. */
const readFrom = async (
  { head }: NamedParts,
  { source, shard }: Readable,
  { signal }: Reading,
  position: SamplePosition,
): Promise<MdsSample> => {
  try {
    const sample = await readSample(source, shard, position.indexInShard, { ...head.optionsFor(shard), signal });
    head.learn(sample);
    return sample;
  } catch (error) {
    if (!(error instanceof FormatFault) || error.kind !== "truncated") throw error;
    const last = await findLastGoodSample(source, shard, { signal });
    const rest =
      last === null ? "no sample of the shard is whole" : `the last good sample is ${shard.firstSample + last}`;
    throw new FormatFault("truncated", `shard ${shard.shard} is cut off: ${error.message}; ${rest}`, error.at);
  }
};

const typeOf = (column: SampleColumn): string => {
  const { value } = viewColumn(column);
  return value.kind === "media" ? value.content_type : "application/octet-stream";
};

const describeShard = ({ index }: MdsParts, number: number) => {
  const { schema, data } = index.shardAt(number);
  return {
    name: data.object.slice(data.object.lastIndexOf("/") + 1),
    object: data.object,
    compression: schema.codec === null ? null : schema.compression,
    hashes: data.storedHashes,
    columns: schema.columns.map(toColumn),
    hasRanges: schema.codec === null && schema.format === "mds",
  };
};

/** A set of MDS shards, or of the JSON and CSV shards of the same writers. */
export const createMdsSet = (made: MdsParts): ShardSet => {
  const parts = { ...made, id: randomUUID(), head: new HeadSize() };
  const { index, tag, warnings } = parts;
  const [first] = index.schemas;
  const hashes = [...new Set(index.schemas.flatMap((schema) => schema.hashes))];
  const facts: SetFacts = {
    format: "MDS",
    columns: (first?.columns ?? []).map(toColumn),
    hashes,
    compression: first && first.codec !== null ? first.compression : null,
    sizeLimitBytes: first?.sizeLimitBytes ?? null,
    warnings,
  };
  return {
    describe: () => facts,
    table: new ShardTable(index.shardCount, index),
    tag,
    weightBytes: () => index.sizeBytes,
    describeShard: (shard) => describeShard(parts, shard),
    readSample: async (reading, position) => {
      const readable = await openReadable(parts, reading, position.shard);
      const sample = await readFrom(parts, readable, reading, position);
      return {
        key: `${position.shard}:${position.indexInShard}`,
        begin: sample.begin,
        end: sample.end,
        columns: sample.columns.map(viewColumn),
        spans: byteSpans(readable.shard, sample),
      };
    },
    locateColumn: async (reading, position, name) => {
      const readable = await openReadable(parts, reading, position.shard);
      const { columns } = await readFrom(parts, readable, reading, position);
      const column = columns.find((one) => one.name === name);
      if (!column) throw new DomainError("not_found", "this sample has no such column");
      const { begin, end } = column;
      return { source: readable.source, object: readable.shard.data.object, begin, end, contentType: typeOf(column) };
    },
    openShard: async (reading, number) => {
      const { source, shard } = await openReadable(parts, reading, number);
      return { source, object: shard.data.object, begin: 0, end: shard.data.rawBytes };
    },
    // MDS has no keys; sample names come from the dataset.
    findKey: async () => undefined,
    listKeys: async () => undefined,
    verifyShard: (reading, shard, input) =>
      verifyMdsShard(index.shardAt(shard), reading, { ...input, inflate: parts.tools.inflate }),
    settle: async () => undefined,
    resume: () => undefined,
    close: () => undefined,
  };
};
