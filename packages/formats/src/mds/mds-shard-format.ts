import { FormatFault } from "../format-fault.ts";
import { joinBytes } from "../join-bytes.ts";
import { parsePythonJson, writePythonFloat } from "../python-json.ts";
import { booleanOf, bytesOf, integerOf, numberOf, readShardBytes, textOf, vectorOf } from "../shard-values.ts";
import type { ShardBytes, ShardColumn, ShardFormat, ShardValue, ShardWriter, ValueMeasure } from "../shard-writer.ts";
import { utf8Length } from "../utf8-length.ts";
import {
  layOutMds,
  type MdsLayout,
  type MdsSettings,
  MdsShardHead,
  mdsFramingBytes,
  mdsSampleHead,
} from "./mds-layout.ts";
import { encodedSize, encodeValue } from "./values/encode-column.ts";

/** Types without a value for "none" are stored as JSON where a sample has none. */
const encodingOf = ({ type, isNullable, dimensions }: ShardColumn): string => {
  switch (type) {
    case "bytes":
      return "bytes";
    case "text":
    case "time":
      return "str";
    case "integer":
      return isNullable ? "json" : "int";
    case "number":
      return "float64";
    case "boolean":
      return isNullable ? "json" : "uint8";
    case "vector":
      if (isNullable) return "json";
      return dimensions === undefined ? "ndarray:float32" : `ndarray:float32:${dimensions}`;
    default:
      return "json";
  }
};

const utf8 = new TextEncoder();

const jsonOf = (column: ShardColumn, value: ShardValue): string => {
  if (value === null) return "null";
  if (column.type === "integer") return String(integerOf(column, value));
  if (column.type === "boolean") return String(booleanOf(column, value));
  if (column.type === "vector") return `[${vectorOf(column, value).map(writePythonFloat).join(", ")}]`;
  const text = textOf(column, value);
  // Readers would fail at this sample.
  parsePythonJson(text);
  return text;
};

const encodeVector = (column: ShardColumn, encoding: string, value: ShardValue): Uint8Array => {
  const values = Float32Array.from(vectorOf(column, value));
  return encodeValue(encoding, { type: "float32", shape: [values.length], values });
};

/** A missing text is empty, and a missing number is not a number. */
const encodeScalar = (column: ShardColumn, encoding: string, value: ShardValue): Uint8Array => {
  if (encoding === "json") return utf8.encode(jsonOf(column, value));
  switch (column.type) {
    case "integer":
      return encodeValue(encoding, integerOf(column, value));
    case "number":
      return encodeValue(encoding, value === null ? Number.NaN : numberOf(column, value));
    case "boolean":
      return encodeValue(encoding, Number(booleanOf(column, value)));
    case "vector":
      return encodeVector(column, encoding, value);
    default:
      return encodeValue(encoding, value === null ? "" : textOf(column, value));
  }
};

type Encoded = Uint8Array | ShardBytes;

const encode = (column: ShardColumn, encoding: string, value: ShardValue): Encoded =>
  column.type === "bytes" ? bytesOf(column, value) : encodeScalar(column, encoding, value);

const lengthOf = (encoded: Encoded): number => (encoded instanceof Uint8Array ? encoded.length : encoded.bytes);

const measureOf = (column: ShardColumn): ValueMeasure | undefined => {
  const bytes = encodedSize(encodingOf(column));
  if (bytes !== null) return { of: "any", bytes, missingBytes: bytes };
  return column.type === "text" ? { of: "text", missingBytes: 0 } : undefined;
};

/** Small values are joined, so that a sample is a few chunks. */
async function* streamSample(head: Uint8Array, values: readonly Encoded[]): AsyncGenerator<Uint8Array> {
  let held = [head];
  for (const value of values) {
    if (value instanceof Uint8Array) {
      held.push(value);
      continue;
    }
    yield joinBytes(held);
    held = [];
    yield* readShardBytes(value);
  }
  yield joinBytes(held);
}

export const mdsShardLayout = (columns: readonly ShardColumn[], settings: MdsSettings): MdsLayout =>
  layOutMds(
    columns.map((column) => ({ name: column.name, encoding: encodingOf(column) })),
    settings,
  );

/**
 * Streams shards for `mosaicml-streaming`. Only the sizes of samples are held until a shard is closed, because they come
 * first in it.
 */
export const mdsShardFormat = (columns: readonly ShardColumn[], settings: MdsSettings = {}): ShardFormat => {
  const layout = mdsShardLayout(columns, settings);
  const framingBytes = mdsFramingBytes(layout);
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const sorted = layout.columns.map(({ name, encoding }) => {
    const place = places.get(name) ?? 0;
    const column = columns[place];
    if (column === undefined) throw new FormatFault("malformed", `there is no column ${name}`);
    return { column, encoding, place };
  });

  const openShard = (): ShardWriter => {
    const head = new MdsShardHead(layout);
    return {
      write: async function* (_key, values) {
        const encoded = sorted.map(({ column, encoding, place }) => encode(column, encoding, values[place] ?? null));
        const lengths = encoded.map(lengthOf);
        const sizes = mdsSampleHead(layout, lengths);
        const sampleBytes = lengths.reduce((total, length) => total + length, sizes.length);
        head.refuseBeyondOffsets(sampleBytes);
        yield* streamSample(sizes, encoded);
        head.add(sampleBytes);
      },
      close: () => ({ before: head.bytes(), after: new Uint8Array(0), samples: head.samples }),
    };
  };

  return {
    emptyBytes: layout.emptyBytes,
    sampleBytes: (_key, valueBytes) => valueBytes.reduce((total, bytes) => total + bytes, framingBytes),
    sizeOf: (column, value) => {
      if (column.type === "text" && typeof value === "string") return utf8Length(value);
      const encoding = encodingOf(column);
      return encodedSize(encoding) ?? lengthOf(encode(column, encoding, value));
    },
    measureOf,
    isKeyFree: true,
    openShard,
  };
};
