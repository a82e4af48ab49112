import { byCodePoint } from "../code-point-order.ts";
import { FormatFault } from "../format-fault.ts";
import { writePythonJson } from "../python-json.ts";
import { Growing } from "./index/growing.ts";
import { encodedSize } from "./values/encode-column.ts";
import { words } from "./values/words.ts";

export const DEFAULT_SIZE_LIMIT_BYTES = 67_108_864;
const WORD = 4;
/** Offsets have 32 bits. */
const MOST_SHARD_BYTES = 2 ** 32 - 1;

export interface MdsSettings {
  /** A shard is closed before it exceeds this size; null keeps everything in one. */
  readonly sizeLimitBytes?: number | null;
  /** Names of the hashes in the index. */
  readonly hashes?: readonly string[];
  /** As named in the index: "zstd:7". */
  readonly compression?: string;
}

/** What all shards of a dataset have in common. */
export interface MdsLayout {
  /** In the order of their values. */
  readonly columns: readonly { readonly name: string; readonly encoding: string; readonly size: number | null }[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly configBytes: Uint8Array;
  readonly compression: string | null;
  /** Size of a shard without samples. */
  readonly emptyBytes: number;
}

/** Columns and config as the original writer has them, byte for byte. */
export const layOutMds = (
  columns: readonly { readonly name: string; readonly encoding: string }[],
  settings: MdsSettings,
): MdsLayout => {
  const sorted = columns
    .map(({ name, encoding }) => ({ name, encoding, size: encodedSize(encoding) }))
    .sort((one, other) => byCodePoint(one.name, other.name));
  if (new Set(columns.map(({ name }) => name)).size < columns.length)
    throw new FormatFault("malformed", "two columns have the same name");
  const compression = settings.compression ?? null;
  const config = {
    column_encodings: sorted.map(({ encoding }) => encoding),
    column_names: sorted.map(({ name }) => name),
    column_sizes: sorted.map(({ size }) => size),
    compression,
    format: "mds",
    hashes: [...(settings.hashes ?? [])].sort(),
    size_limit: settings.sizeLimitBytes === undefined ? DEFAULT_SIZE_LIMIT_BYTES : settings.sizeLimitBytes,
    version: 2,
  };
  const configBytes = new TextEncoder().encode(writePythonJson(config));
  return { columns: sorted, config, configBytes, compression, emptyBytes: 2 * WORD + configBytes.length };
};

/** Bytes that a sample adds to its shard besides those of its values: an offset, and the size of each variable column. */
export const mdsFramingBytes = ({ columns }: MdsLayout): number =>
  WORD * (1 + columns.filter(({ size }) => size === null).length);

/** The words before a sample's values, of which `lengths` are the sizes in the order of the columns. */
export const mdsSampleHead = ({ columns }: MdsLayout, lengths: readonly number[]): Uint8Array => {
  const sizes: number[] = [];
  for (const [place, { name, size }] of columns.entries()) {
    const length = lengths[place] ?? 0;
    if (size !== null && size !== length)
      throw new FormatFault("malformed", `${name} has ${length} bytes, not ${size}`);
    if (size === null) sizes.push(length);
  }
  return words(sizes);
};

/** Counts the samples of one shard, of which only the ends are held. */
export class MdsShardHead {
  readonly #layout: MdsLayout;
  readonly #ends = new Growing((length) => new Uint32Array(length));
  #end = 0;

  constructor(layout: MdsLayout) {
    this.#layout = layout;
  }

  get samples(): number {
    return this.#ends.length;
  }

  /** Size of the shard if it were closed now. */
  get shardBytes(): number {
    return this.#layout.emptyBytes + WORD * this.samples + this.#end;
  }

  refuseBeyondOffsets(sampleBytes: number): void {
    if (this.shardBytes + WORD + sampleBytes > MOST_SHARD_BYTES)
      throw new FormatFault("too_large", "an MDS shard cannot have more than 4 GiB");
  }

  add(sampleBytes: number): void {
    this.refuseBeyondOffsets(sampleBytes);
    this.#end += sampleBytes;
    this.#ends.push(this.#end);
  }

  /** Everything before the first sample. */
  bytes(): Uint8Array {
    const { emptyBytes, configBytes } = this.#layout;
    const begin = emptyBytes + WORD * this.samples;
    const head = new Uint8Array(begin);
    const view = new DataView(head.buffer);
    view.setUint32(0, this.samples, true);
    view.setUint32(WORD, begin, true);
    for (const [place, end] of this.#ends.done().entries()) view.setUint32(WORD * (place + 2), begin + end, true);
    head.set(configBytes, begin - configBytes.length);
    return head;
  }
}
