import { FormatFault } from "../format-fault.ts";
import { codecOf } from "../inflate.ts";
import { joinBytes } from "../join-bytes.ts";
import { writePythonJson } from "../python-json.ts";
import { encodedSize, encodeValue, type MdsInput } from "./values/encode-column.ts";
import { words } from "./values/words.ts";

const DEFAULT_SIZE_LIMIT = 67_108_864;
const WORD = 4;

export interface WriteMdsOptions {
  /** Encodings by column name. */
  readonly columns: Readonly<Record<string, string>>;
  /** A shard is closed before it exceeds this size; null keeps everything in one. */
  readonly sizeLimitBytes?: number | null;
  readonly hashes?: readonly string[];
  /** Returns hexadecimal digits; called for each of `hashes`. */
  readonly hash?: (algorithm: string, bytes: Uint8Array) => string;
  /** As named in the index: "zstd:7". */
  readonly compression?: string;
  readonly deflate?: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

export interface WrittenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

type Sample = Readonly<Record<string, MdsInput>>;

const columnsOf = (options: WriteMdsOptions) =>
  Object.entries(options.columns)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, encoding]) => ({ name, encoding, size: encodedSize(encoding) }));

const configOf = (options: WriteMdsOptions) => {
  const columns = columnsOf(options);
  return {
    column_encodings: columns.map(({ encoding }) => encoding),
    column_names: columns.map(({ name }) => name),
    column_sizes: columns.map(({ size }) => size),
    compression: options.compression ?? null,
    format: "mds",
    hashes: options.hashes ?? [],
    size_limit: options.sizeLimitBytes === undefined ? DEFAULT_SIZE_LIMIT : options.sizeLimitBytes,
    version: 2,
  };
};

const encodeSample = (columns: ReturnType<typeof columnsOf>, sample: Sample): Uint8Array => {
  const sizes: number[] = [];
  const values = columns.map(({ name, encoding, size }) => {
    const value = sample[name];
    if (value === undefined) throw new FormatFault("malformed", `a sample has no ${name}`);
    const bytes = encodeValue(encoding, value);
    if (size === null) sizes.push(bytes.length);
    else if (size !== bytes.length)
      throw new FormatFault("malformed", `${name} has ${bytes.length} bytes, not ${size}`);
    return bytes;
  });
  return joinBytes([words(sizes), ...values]);
};

const encodeShard = (config: Uint8Array, samples: readonly Uint8Array[]): Uint8Array => {
  const offsets = [WORD * (samples.length + 2) + config.length];
  for (const sample of samples) offsets.push((offsets.at(-1) ?? 0) + sample.length);
  return joinBytes([words([samples.length, ...offsets]), config, ...samples]);
};

const describeFile = (options: WriteMdsOptions, { name, bytes }: WrittenFile) => ({
  basename: name,
  bytes: bytes.length,
  hashes: Object.fromEntries(
    (options.hashes ?? []).map((algorithm) => [algorithm, options.hash?.(algorithm, bytes) ?? ""]),
  ),
});

const closeShard = async (options: WriteMdsOptions, place: number, raw: Uint8Array, samples: number) => {
  const rawFile = { name: `shard.${`${place}`.padStart(5, "0")}.mds`, bytes: raw };
  const { compression, deflate } = options;
  const entry = { ...configOf(options), raw_data: describeFile(options, rawFile), samples };
  if (compression === undefined) return { file: rawFile, entry: { ...entry, zip_data: null } };
  if (deflate === undefined) throw new FormatFault("unsupported", "no compressor is available for this compression");
  const zipFile = { name: `${rawFile.name}.${codecOf(compression)}`, bytes: await deflate(raw) };
  return { file: zipFile, entry: { ...entry, zip_data: describeFile(options, zipFile) } };
};

/** Writes a dataset byte for byte like the original writer: shards in order, and the index last. */
export async function* writeMds(
  samples: Iterable<Sample> | AsyncIterable<Sample>,
  options: WriteMdsOptions,
): AsyncGenerator<WrittenFile> {
  const columns = columnsOf(options);
  const settings = configOf(options);
  const config = new TextEncoder().encode(writePythonJson(settings));
  const entries: unknown[] = [];
  const emptyBytes = 2 * WORD + config.length;
  let [held, heldBytes]: [Uint8Array[], number] = [[], emptyBytes];
  const close = async (): Promise<WrittenFile> => {
    const { file, entry } = await closeShard(options, entries.length, encodeShard(config, held), held.length);
    entries.push(entry);
    [held, heldBytes] = [[], emptyBytes];
    return file;
  };
  for await (const sample of samples) {
    const bytes = encodeSample(columns, sample);
    if (settings.size_limit !== null && held.length > 0 && settings.size_limit < heldBytes + bytes.length + WORD) {
      yield await close();
    }
    held.push(bytes);
    heldBytes += bytes.length + WORD;
  }
  if (held.length > 0) yield await close();
  yield { name: "index.json", bytes: new TextEncoder().encode(writePythonJson({ shards: entries, version: 2 })) };
}
