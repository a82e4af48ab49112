import { writePythonJson } from "@dailies/formats/python-json";
import { fileOf } from "../subject.ts";
import type { HostileFile } from "./hostile-file.ts";

type Expected = HostileFile["expected"];

const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

interface Made {
  readonly encodings: readonly string[];
  readonly sizes: readonly (number | null)[];
  readonly samples: number;
  readonly bytes: Uint8Array;
}

const shard = (name: string, { encodings, sizes, samples, bytes }: Made, expected: Expected): HostileFile => ({
  subject: "mds",
  name: `shard: ${name}`,
  files: new Map([
    fileOf(
      "index.json",
      writePythonJson({
        shards: [
          {
            version: 2,
            format: "mds",
            compression: null,
            hashes: [],
            size_limit: null,
            zip_data: null,
            samples,
            column_names: encodings.map((_, at) => `c${at}`),
            column_encodings: encodings,
            column_sizes: sizes,
            raw_data: { basename: "shard.00000.mds", bytes: bytes.length, hashes: {} },
          },
        ],
        version: 2,
      }),
    ),
    fileOf("shard.00000.mds", bytes),
  ]),
  expected,
});

const text = { encodings: ["str"], sizes: [null] };
/** An offset table for one sample, and the sample itself. */
const one = (...sample: readonly Uint8Array[]): Uint8Array => {
  const body = join(...sample);
  return join(words(1, 12, 12 + body.length), body);
};
const value = (name: string, encoding: string, bytes: Uint8Array): HostileFile =>
  shard(
    `${encoding}: ${name}`,
    { encodings: [encoding], sizes: [null], samples: 1, bytes: one(words(bytes.length), bytes) },
    "read",
  );

const OFFSETS: [string, Uint8Array, number, Expected][] = [
  ["begin after end", join(words(1, 30, 12), new Uint8Array(40)), 1, "malformed"],
  ["an offset past the end", join(words(1, 12, 0xffff_ffff), new Uint8Array(8)), 1, "truncated"],
  ["an offset into the table", join(words(1, 4, 20), new Uint8Array(8)), 1, "malformed"],
  ["two samples over each other", join(words(2, 16, 30, 20), new Uint8Array(14)), 2, "malformed"],
  ["more samples than bytes", words(0xffff_ffff, 8), 1_000_000, "truncated"],
  ["a count that is not the index's", join(words(7, 12, 16), new Uint8Array(4)), 1, "malformed"],
  ["no bytes at all", new Uint8Array(0), 1, "truncated"],
  ["a table and nothing behind it", words(1, 12, 12), 1, "malformed"],
  ["bytes behind the last sample", join(words(1, 12, 16), words(0), new Uint8Array(9)), 1, "malformed"],
];

const SIZES: [string, Uint8Array][] = [
  ["a column longer than its sample", one(words(0xffff_ffff), new Uint8Array(8))],
  ["a column shorter than its sample", one(words(2), new Uint8Array(8))],
  ["a sample shorter than its size words", one(new Uint8Array(2))],
];

const VALUES: [string, string, Uint8Array][] = [
  ["ndarray", "no bytes", new Uint8Array(0)],
  ["ndarray", "an unknown type", Uint8Array.of(77, 4, 1)],
  ["ndarray", "63 dimensions of 255", join(Uint8Array.of(8, 63 << 2), new Uint8Array(63).fill(255))],
  ["ndarray", "a dimension of 2⁶⁴", join(Uint8Array.of(8, (1 << 2) | 3), new Uint8Array(8).fill(255))],
  ["ndarray:float64", "a shape that does not fit", Uint8Array.of(4, 200, 1, 2, 3)],
  ["ndarray:uint8:99999999,99999999", "a shape of petabytes", Uint8Array.of(1)],
  ["ndarray:uint8:0", "a dimension of 0", Uint8Array.of(1)],
  ["ndarray:object:2", "Python objects", Uint8Array.of(1, 2)],
  ["jpeg_array", "2³²−1 pictures", words(0xffff_ffff)],
  ["list[png]", "a picture past the end", words(0, 1, 0xffff_fff0)],
  ["list[pil]", "a picture without header", words(0, 1, 2, 0)],
  ["pil", "a mode of 4 GiB", words(1, 1, 0xffff_ffff)],
  ["str", "bytes that are no UTF-8", Uint8Array.of(0xff, 0xfe, 0xc0)],
  ["str_int", "a million digits", new Uint8Array(1_000_000).fill(0x39)],
  ["str_int", "underscores", new TextEncoder().encode("1_000")],
  ["str_decimal", "words", new TextEncoder().encode("ten")],
  ["json", "a hundred thousand brackets", new Uint8Array(100_000).fill(0x5b)],
  ["json", "an unfinished text of quotes", new TextEncoder().encode(`["${'\\"'.repeat(200_000)}`)],
  ["json", "__proto__", new TextEncoder().encode('{"__proto__": {"polluted": 1}}')],
  ["pkl", "a pickle that runs a command", new TextEncoder().encode("cos\nsystem\n(S'touch /tmp/owned'\ntR.")],
  ["int", "three bytes", Uint8Array.of(1, 2, 3)],
  ["unheard:of", "an encoding that is not known", Uint8Array.of(1)],
  ["__proto__", "an encoding called __proto__", Uint8Array.of(1)],
];

export const mdsShardFiles = (): HostileFile[] => [
  ...OFFSETS.map(([name, bytes, samples, expected]) => shard(name, { ...text, samples, bytes }, expected)),
  ...SIZES.map(([name, bytes]) => shard(name, { ...text, samples: 1, bytes }, "malformed")),
  ...VALUES.map(([encoding, name, bytes]) => value(name, encoding, bytes)),
];
