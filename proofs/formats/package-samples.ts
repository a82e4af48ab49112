import { writePythonFloat, writePythonJson } from "@dailies/formats/python-json";
import type { ShardBytes, ShardColumn, ShardValue } from "@dailies/formats/shard-writer";

const column = (name: string, type: ShardColumn["type"], more: Partial<ShardColumn> = {}): ShardColumn => ({
  name,
  type,
  isNullable: false,
  extension: "mp4",
  ...more,
});

/** Every type with and without nulls. The names with `！` and `🦊` sort differently by UTF-16 units than by code points. */
export const PACKAGE_COLUMNS: readonly ShardColumn[] = [
  column("video", "bytes"),
  column("mask", "bytes", { isNullable: true, extension: "png" }),
  column("caption", "text"),
  column("🦊", "text", { isNullable: true }),
  column("！", "text"),
  column("frames", "integer"),
  column("views", "integer", { isNullable: true }),
  column("fps", "number"),
  column("score", "number", { isNullable: true }),
  column("is_hdr", "boolean"),
  column("is_safe", "boolean", { isNullable: true }),
  column("taken", "time"),
  column("seen", "time", { isNullable: true }),
  column("meta", "json"),
  column("notes", "json", { isNullable: true }),
  column("embedding", "vector", { dimensions: 4 }),
  column("motion", "vector", { dimensions: 3, isNullable: true }),
];

const KEYS = [
  "clip",
  "a/b.c",
  "__meta__",
  "狐狸 🦊",
  "..",
  "x%2E",
  "x.",
  'quote " \\ \n',
  "A",
  "a",
  "",
  `long/${"é".repeat(60)}`,
  "k".repeat(300),
];
const LENGTHS = [1, 0, 511, 512, 513, 3_000, 40_000, 17];
const TEXTS = ["a red car", "", "狐狸 跳过 🦊", 'quotes " and \\ and \n lines', "\u007f\u0000\u2028", "！z", "🦊 fox"];
const INTEGERS = [0, -1, 9_007_199_254_740_991, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n];
const FLOATS = [24, 0.1, -0, 1e-5, 1e16, 1.5e300, 5e-324, 123_456_789.125, 1e22, Number.POSITIVE_INFINITY];
const TIMES = [
  "2024-05-06T07:08:09.123Z",
  "1969-12-31T23:59:59.999Z",
  "2024-02-29T00:00:00.000001Z",
  "2000-01-01T00:00:00Z",
];
const JSONS = [
  writePythonJson({ b: 1, a: [null, true, "é", 2n ** 70n], "！": 1, "🦊": 2 }),
  "[]",
  '{"odd": [NaN, Infinity, -Infinity, "NaN"], "z": 1.0, "a": 1e-05}',
  '"just a text"',
];

/** Bytes that depend on where they are. */
const bytesAt = (place: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + place * 17 + (at >> 8)) & 0xff);

export const asShardBytes = (bytes: Uint8Array): ShardBytes => ({
  bytes: bytes.length,
  open: async function* () {
    yield bytes.subarray(0, 700);
    yield bytes.subarray(700);
  },
});

type SampleValue = Exclude<ShardValue, ShardBytes> | Uint8Array;

export interface PackageSample {
  readonly key: string;
  readonly values: readonly SampleValue[];
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const orNull = <T>(value: T, isNull: boolean): T | null => (isNull ? null : value);
const float32 = (values: readonly number[]): readonly number[] => Array.from(Float32Array.from(values));

const sampleAt = (at: number): PackageSample => ({
  key: pick(KEYS, at) + (at < KEYS.length ? "" : `-${at}`),
  values: [
    bytesAt(at, pick(LENGTHS, at)),
    orNull(bytesAt(at + 1, pick(LENGTHS, at + 2) % 5_000), at % 3 === 0),
    pick(TEXTS, at),
    orNull(pick(TEXTS, at + 2), at % 4 === 1),
    pick(TEXTS, at + 1),
    pick(INTEGERS, at),
    orNull(pick(INTEGERS, at + 1), at % 2 === 1),
    pick(FLOATS, at),
    orNull(pick(FLOATS, at + 3), at % 5 === 2),
    at % 2 === 0,
    orNull(at % 3 === 0, at % 4 === 2),
    pick(TIMES, at),
    orNull(pick(TIMES, at + 1), at % 3 === 2),
    pick(JSONS, at),
    orNull(pick(JSONS, at + 1), at % 3 === 1),
    float32([at, 0.1 * at, -0.25, 1e-7]),
    orNull(float32([at / 3, 0, 1e20]), at % 2 === 0),
  ],
});

export const PACKAGE_SAMPLES: readonly PackageSample[] = Array.from({ length: 40 }, (_, at) => sampleAt(at));

const tell = (type: ShardColumn["type"], value: SampleValue): unknown => {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (type === "number") return writePythonFloat(value as number);
  if (type === "vector") return (value as readonly number[]).map(writePythonFloat);
  return typeof value === "boolean" ? value : String(value);
};

/** The samples for the script: bytes in base64 and numbers as digits, so that nothing is lost. */
export const tellPackageSamples = (): string =>
  JSON.stringify({
    columns: PACKAGE_COLUMNS,
    samples: PACKAGE_SAMPLES.map(({ key, values }) => ({
      key,
      values: PACKAGE_COLUMNS.map(({ type }, place) => tell(type, values[place] ?? null)),
    })),
  });
