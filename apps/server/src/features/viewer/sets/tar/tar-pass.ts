import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import { readTarSamples, type TarSample } from "@dailies/formats/tar/group-samples";
import { parseTarIndex } from "@dailies/formats/tar/tar-index";

export interface TarFault {
  readonly kind: FormatFault["kind"];
  readonly message: string;
  readonly at: number | null;
}

/** The packed result of a pass over the headers of a shard: about 20 bytes per file plus the keys. */
export interface TarPass {
  readonly samples: number;
  readonly keys: readonly string[];
  readonly suffixes: readonly string[];
  /** Where the shard is broken, if it is; the samples before it are complete. */
  readonly fault: TarFault | undefined;
  readonly weightBytes: number;
  readonly sampleAt: (index: number) => TarSampleAt;
}

export interface TarFileAt {
  readonly suffix: string;
  readonly begin: number;
  readonly end: number;
}

export interface TarSampleAt {
  readonly key: string;
  readonly begin: number;
  readonly end: number;
  readonly files: readonly TarFileAt[];
}

const FILE_BYTES = 18;
const KEY_BYTES = 24;

const pack = (samples: readonly TarSample[], fault: TarFault | undefined): TarPass => {
  const files = samples.flatMap((sample) => sample.files);
  const suffixes = [...new Set(files.map(({ suffix }) => suffix))];
  const placeOf = new Map(suffixes.map((suffix, position) => [suffix, position]));
  const suffixOf = Uint16Array.from(files, ({ suffix }) => placeOf.get(suffix) ?? 0);
  const beginOf = Float64Array.from(files, ({ offset }) => offset);
  const bytesOf = Float64Array.from(files, ({ bytes }) => bytes);
  const firstFile = new Uint32Array(samples.length + 1);
  const bounds = new Float64Array(samples.length * 2);
  for (const [at, { begin, end, files: own }] of samples.entries()) {
    firstFile[at + 1] = (firstFile[at] ?? 0) + own.length;
    bounds.set([begin, end], at * 2);
  }
  const keys = samples.map(({ key, index }) => key || `${index}`);
  const fileAt = (file: number): TarFileAt => {
    const begin = beginOf[file] ?? 0;
    return { suffix: suffixes[suffixOf[file] ?? 0] ?? "", begin, end: begin + (bytesOf[file] ?? 0) };
  };
  return {
    samples: samples.length,
    keys,
    suffixes,
    fault,
    weightBytes: files.length * FILE_BYTES + keys.reduce((sum, key) => sum + key.length * 2 + KEY_BYTES, 0),
    sampleAt: (index) => ({
      key: keys[index] ?? "",
      begin: bounds[index * 2] ?? 0,
      end: bounds[index * 2 + 1] ?? 0,
      files: Array.from({ length: (firstFile[index + 1] ?? 0) - (firstFile[index] ?? 0) }, (_, position) =>
        fileAt((firstFile[index] ?? 0) + position),
      ),
    }),
  };
};

const MAX_SAMPLES = 2_000_000;

/** Reads header after header once. A truncated shard yields the complete samples before the break. */
export const passOverTar = async (
  source: ByteSource,
  object: string,
  sizeBytes: number,
  signal?: AbortSignal,
): Promise<TarPass> => {
  const samples: TarSample[] = [];
  try {
    for await (const sample of readTarSamples(source, object, { sizeBytes }, signal)) {
      samples.push(sample);
      if (samples.length > MAX_SAMPLES)
        throw new FormatFault("too_large", "the shard has too many samples", sample.end);
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    return pack(samples, { kind: error.kind, message: error.message, at: error.at ?? null });
  }
  return pack(samples, undefined);
};

const MAX_INDEX_BYTES = 64 * 1024 ** 2;

/** Uses the index file next to the shard: one read instead of a pass. Undefined when it does not match. */
export const passByIndex = async (
  source: ByteSource,
  index: { readonly key: string; readonly bytes: number },
  sizeBytes: number,
  signal?: AbortSignal,
): Promise<TarPass | undefined> => {
  if (index.bytes > MAX_INDEX_BYTES) return undefined;
  try {
    const text = new TextDecoder().decode(await source.read(index.key, 0, index.bytes, signal));
    return pack(parseTarIndex(text, sizeBytes), undefined);
  } catch (error) {
    // Ignore a broken index: the shard itself is authoritative.
    if (error instanceof FormatFault) return undefined;
    throw error;
  }
};
