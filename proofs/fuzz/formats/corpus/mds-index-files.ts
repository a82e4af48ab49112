import { fileOf } from "../subject.ts";
import type { HostileFile } from "./hostile-file.ts";

const shard = (changes: object = {}) => ({
  version: 2,
  format: "mds",
  compression: null,
  hashes: [],
  size_limit: 67_108_864,
  column_names: ["a", "b"],
  column_encodings: ["int", "str"],
  column_sizes: [8, null],
  raw_data: { basename: "shard.00000.mds", bytes: 100, hashes: {} },
  zip_data: null,
  samples: 1,
  ...changes,
});

const named = (basename: unknown) => shard({ raw_data: { basename, bytes: 100, hashes: {} } });
const zipped = (compression: string, bytes: number) =>
  shard({
    compression,
    raw_data: { basename: "shard.00000.mds", bytes, hashes: {} },
    zip_data: { basename: "shard.00000.mds.x", bytes: 20, hashes: {} },
  });

type Expected = HostileFile["expected"];

const index = (name: string, content: unknown, expected: Expected): HostileFile => ({
  subject: "mds",
  name: `index: ${name}`,
  files: new Map([
    fileOf("index.json", typeof content === "string" ? content : JSON.stringify(content)),
    fileOf("shard.00000.mds", new Uint8Array(100)),
    fileOf("shard.00000.mds.x", new Uint8Array(20)),
  ]),
  expected,
});

const ofShard = (name: string, one: unknown, expected: Expected): HostileFile =>
  index(name, { version: 2, shards: [one] }, expected);

const ESCAPES = [
  "../../etc/passwd",
  "../secret.txt",
  "/secret.txt",
  "/etc/passwd",
  "a/../../secret.txt",
  "a/b/../../../secret.txt",
  "..",
  ".",
  "",
  "..\\secret.txt",
  "s3://other/secret.txt",
  "file:///etc/passwd",
  "shard\u0000.mds",
  "shard\n.mds",
  "x".repeat(5_000),
];

const WRONG_COUNTS = [-1, 1.5, 2 ** 32, 2 ** 60, "3", null, [], true];

const shardFiles = (): HostileFile[] => [
  ...ESCAPES.map((name) => ofShard(`the name ${JSON.stringify(name).slice(0, 30)}`, named(name), "outside")),
  ...[7, null, {}, ["a"]].map((name) => ofShard(`the name ${JSON.stringify(name)}`, named(name), "malformed")),
  ...WRONG_COUNTS.map((samples) => ofShard(`${JSON.stringify(samples)} samples`, shard({ samples }), "malformed")),
  ...[-1, 2 ** 60, "9"].map((bytes) =>
    ofShard(`${JSON.stringify(bytes)} bytes`, shard({ raw_data: { basename: "a", bytes, hashes: {} } }), "malformed"),
  ),
  ...[0, 1, 3, "2", null].map((version) =>
    index(`version ${JSON.stringify(version)}`, { version, shards: [] }, "unsupported"),
  ),
  ofShard("version 1 of a shard", shard({ version: 1 }), "unsupported"),
  ofShard("another format", shard({ format: "pickle" }), "unsupported"),
  ofShard("2³²−1 samples", shard({ samples: 0xffff_ffff }), ["malformed", "truncated"]),
  ofShard(
    "2³²−1 samples in a file that claims to hold them",
    shard({ samples: 0xffff_ffff, raw_data: { basename: "shard.00000.mds", bytes: 2 ** 45, hashes: {} } }),
    ["too_large", "truncated"],
  ),
  ofShard(
    "2³²−1 samples in a shard that is not there",
    shard({ samples: 0xffff_ffff, raw_data: { basename: "gone.mds", bytes: 2 ** 34 + 8, hashes: {} } }),
    ["too_large", "missing"],
  ),
  ofShard("names and encodings of different length", shard({ column_names: ["a"] }), "malformed"),
  ofShard("two columns of one name", shard({ column_names: ["a", "a"] }), "malformed"),
  ofShard("a column size below zero", shard({ column_sizes: [-8, null] }), "malformed"),
  ofShard(
    "five thousand columns",
    shard({ column_names: Array.from({ length: 5_000 }, (_, at) => `c${at}`) }),
    "malformed",
  ),
  ofShard(
    "a hash that is none",
    shard({ hashes: ["sha1"], raw_data: { basename: "a", bytes: 1, hashes: { sha1: "zz" } } }),
    "malformed",
  ),
  ofShard("a hash called __proto__", shard({ hashes: ["__proto__"] }), ["malformed", "missing", "truncated"]),
  ofShard("an unknown compression", zipped("lzma:9", 100), "unsupported"),
  ofShard("zip_data without compression", shard({ zip_data: { basename: "a", bytes: 1, hashes: {} } }), "malformed"),
  ofShard("a shard that claims a terabyte", zipped("zstd", 2 ** 40), "too_large"),
  ofShard("a bomb by its claim", zipped("gz", 15_000_000_000), "too_large"),
  ofShard("a shard that is a list", [], "malformed"),
  ofShard("a shard that is null", null, "malformed"),
];

const wholeFiles = (): HostileFile[] => [
  index("empty", "", "truncated"),
  index("no shards", { version: 2 }, "malformed"),
  index("shards as an object", { version: 2, shards: {} }, "malformed"),
  index("two lists of shards", '{"shards":[],"shards":[],"version":2}', "malformed"),
  index("cut in the middle", JSON.stringify({ shards: [shard()], version: 2 }).slice(0, 200), "truncated"),
  index("something behind it", '{"shards":[],"version":2}{}', "malformed"),
  index("nested without end", `{"shards":[${"[".repeat(100_000)}`, "malformed"),
  index("objects without end", `{"shards":[${'{"a":'.repeat(50_000)}`, "malformed"),
  index("one entry of two megabytes", `{"shards":[{"a":"${"x".repeat(2_000_000)}"}]}`, "too_large"),
  index("a key without end", `{"${"k".repeat(1_500_000)}`, "too_large"),
  index("no commas", '{"shards":[{}{}],"version":2}', ["malformed", "unsupported"]),
  index("bytes that are no UTF-8", '{"shards":[],"version":2,"\udcff":1}', "read"),
  index(
    "a thousand kinds of shards",
    { version: 2, shards: Array.from({ length: 5_000 }, (_, at) => shard({ column_names: [`a${at}`, "b"] })) },
    "too_large",
  ),
  index(
    "sums beyond counting",
    {
      version: 2,
      shards: Array.from({ length: 3 }, () =>
        shard({ raw_data: { basename: "a", bytes: Number.MAX_SAFE_INTEGER, hashes: {} } }),
      ),
    },
    "too_large",
  ),
];

export const mdsIndexFiles = (): HostileFile[] => [...shardFiles(), ...wholeFiles()];
