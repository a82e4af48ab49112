import { FormatFault } from "../format-fault.ts";
import { joinBytes } from "../join-bytes.ts";
import { mdsShardName, writeMdsEntry, writeMdsIndex } from "./mds-index-file.ts";
import {
  DEFAULT_SIZE_LIMIT_BYTES,
  layOutMds,
  type MdsLayout,
  type MdsSettings,
  MdsShardHead,
  mdsSampleHead,
} from "./mds-layout.ts";
import { encodeValue, type MdsInput } from "./values/encode-column.ts";

const OFFSET_BYTES = 4;

export interface WriteMdsOptions extends MdsSettings {
  /** Encodings by column name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Returns hexadecimal digits; called for each of `hashes`. */
  readonly hash?: (algorithm: string, bytes: Uint8Array) => string;
  readonly deflate?: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

export interface WrittenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

type Sample = Readonly<Record<string, MdsInput>>;

const encodeSample = (layout: MdsLayout, sample: Sample): Uint8Array => {
  const values = layout.columns.map(({ name, encoding }) => {
    const value = sample[name];
    if (value === undefined) throw new FormatFault("malformed", `a sample has no ${name}`);
    return encodeValue(encoding, value);
  });
  const lengths = values.map(({ length }) => length);
  return joinBytes([mdsSampleHead(layout, lengths), ...values]);
};

const describeFile = (options: WriteMdsOptions, bytes: Uint8Array) => ({
  bytes: bytes.length,
  hashes: Object.fromEntries(
    (options.hashes ?? []).map((algorithm) => [algorithm, options.hash?.(algorithm, bytes) ?? ""]),
  ),
});

const deflateShard = async ({ compression, deflate }: WriteMdsOptions, raw: Uint8Array) => {
  if (compression === undefined) return undefined;
  if (deflate === undefined) throw new FormatFault("unsupported", "no compressor is available for this compression");
  return deflate(raw);
};

/** Writes a dataset byte for byte like the original writer: shards in order, and the index last. */
export async function* writeMds(
  samples: Iterable<Sample> | AsyncIterable<Sample>,
  options: WriteMdsOptions,
): AsyncGenerator<WrittenFile> {
  const { sizeLimitBytes = DEFAULT_SIZE_LIMIT_BYTES } = options;
  const columns = Object.entries(options.columns).map(([name, encoding]) => ({ name, encoding }));
  const layout = layOutMds(columns, options);
  const entries: string[] = [];
  let [held, head]: [Uint8Array[], MdsShardHead] = [[], new MdsShardHead(layout)];
  const close = async (): Promise<WrittenFile> => {
    const raw = joinBytes([head.bytes(), ...held]);
    const zip = await deflateShard(options, raw);
    const files = { shard: entries.length, samples: head.samples, raw: describeFile(options, raw) };
    const name = mdsShardName(files.shard, layout.compression);
    entries.push(writeMdsEntry(layout, { ...files, ...(zip && { zip: describeFile(options, zip) }) }));
    [held, head] = [[], new MdsShardHead(layout)];
    return { name, bytes: zip ?? raw };
  };
  for await (const sample of samples) {
    const bytes = encodeSample(layout, sample);
    const isFull = sizeLimitBytes !== null && sizeLimitBytes < head.shardBytes + OFFSET_BYTES + bytes.length;
    if (isFull && held.length > 0) yield await close();
    head.add(bytes.length);
    held.push(bytes);
  }
  if (held.length > 0) yield await close();
  const index: Uint8Array[] = [];
  for await (const chunk of writeMdsIndex(entries)) index.push(chunk);
  yield { name: "index.json", bytes: joinBytes(index) };
}
