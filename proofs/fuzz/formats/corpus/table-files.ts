import { fileOf } from "../subject.ts";
import { readSeed } from "../subjects/seeds.ts";
import type { HostileFile } from "./hostile-file.ts";

type Expected = HostileFile["expected"];
const ANY = ["read", "malformed", "truncated", "unsupported", "too_large", "outside", "missing"] as const;
const REFUSED = ["malformed", "truncated", "unsupported", "too_large", "outside"] as const;

const made = (subject: string, file: string) => (name: string, content: Uint8Array | string, expected: Expected) => ({
  subject,
  name: `${subject}: ${name}`,
  expected,
  files: new Map([fileOf(file, content)]),
});
const parquet = made("parquet", "table.parquet");
const jsonl = made("jsonl", "table.jsonl");
const csv = made("csv", "table.csv");
const record = made("curated record", "metas/v0/5d1c.json");

const tail = (length: number): Uint8Array => {
  const bytes = new Uint8Array(readSeed("table.parquet"));
  new DataView(bytes.buffer).setUint32(bytes.length - 8, length, true);
  return bytes;
};
const filled = (length: number, byte: number, end: string): Uint8Array => {
  const bytes = new Uint8Array(length).fill(byte);
  bytes.set(new TextEncoder().encode(end), length - end.length);
  return bytes;
};
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let left = 2n * BigInt(value);
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return [...bytes, Number(left)];
};
/** Only a footer, with one row group that claims this many rows. */
const claiming = (rows: number, columns: 0 | 1): Uint8Array => {
  const leaf = [0x15, 2, 0x25, 2, 0x18, 1, 0x61, 0];
  const schema = [0x48, 1, 0x6d, 0x15, 2 * columns, 0, ...(columns === 1 ? leaf : [])];
  const chunk = [0x3c, 0x45, 0, 0x16, ...varint(rows), 0x26, 0, 0x26, 8, 0, 0];
  const group = [0x19, (columns << 4) | 0x0c, ...(columns === 1 ? chunk : []), 0x26, ...varint(rows), 0];
  const told = [0x29, ((columns + 1) << 4) | 0x0c, ...schema, 0x16, ...varint(rows), 0x19, 0x1c, ...group, 0];
  const mark = [...new TextEncoder().encode("PAR1")];
  return Uint8Array.from([...mark, ...told, told.length, 0, 0, 0, ...mark]);
};

const parquetFiles = (): HostileFile[] => [
  parquet("a footer of 4 GiB", tail(0xffff_ffff), REFUSED),
  parquet("a footer of no bytes", tail(0), REFUSED),
  parquet("a footer longer than the file", tail(5_000), REFUSED),
  parquet("its marks alone", "PAR1PAR1", REFUSED),
  parquet("an encrypted footer", filled(100, 0, "PARE"), REFUSED),
  parquet("lists without end", filled(4_000, 0xfc, "\u0000\u0000\u0000\u0000PAR1"), REFUSED),
  parquet(
    "structs without end",
    (() => {
      const bytes = filled(8_000, 0x1c, "PAR1");
      new DataView(bytes.buffer).setUint32(bytes.length - 8, 7_900, true);
      return bytes;
    })(),
    REFUSED,
  ),
  parquet("2⁵³−1 rows of a column without bytes", claiming(Number.MAX_SAFE_INTEGER, 1), "too_large"),
  parquet("2⁵³−1 rows of no columns", claiming(Number.MAX_SAFE_INTEGER, 0), "too_large"),
  parquet("no bytes", "", REFUSED),
  parquet("half a file", readSeed("table.parquet").subarray(0, 500), REFUSED),
];

const lineFiles = (): HostileFile[] => [
  jsonl("a line of two megabytes", `{"text":"${"x".repeat(2_000_000)}"}\n`, ANY),
  jsonl("brackets without end", `${"[".repeat(100_000)}\n`, ANY),
  jsonl("objects in objects", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}\n`, ANY),
  jsonl("__proto__", '{"__proto__":{"polluted":1},"constructor":1}\n', "read"),
  jsonl("ten thousand members", `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join(",")}}\n`, ANY),
  jsonl("a path that climbs", '{"path":"../../etc/passwd"}\n{"path":"/secret.txt"}\n', "read"),
  jsonl("zeros", new Uint8Array(100_000), ANY),
  jsonl("no line ends", "x".repeat(200_000), ANY),
  csv("a quote that never closes", `a,b\n"${"x".repeat(300_000)}`, ANY),
  csv("quotes alone", `a,b\n${'"'.repeat(100_001)}`, ANY),
  csv(
    "a hundred thousand columns",
    lines(3, () => ",".repeat(100_000)),
    ANY,
  ),
  csv("a header twice", "a,a,a\n1,2,3\n", ANY),
  csv("rows of other lengths", "a,b\n1\n1,2,3\n", "read"),
  csv("a formula", 'path,text\n=cmd|"/c calc"!A1,x\n', "read"),
  csv("no bytes", "", ANY),
  record("brackets without end", "[".repeat(100_000), ANY),
  record("a clip that lies elsewhere", '{"clip_location":"../../../etc/passwd"}', "read"),
  record(
    "a window list of a hundred thousand",
    `{"windows":[${lines(50_000, () => "{},").replaceAll("\n", "")}{}]}`,
    ANY,
  ),
  record("no object", "7", ANY),
];

export const tableFiles = (): HostileFile[] => [...parquetFiles(), ...lineFiles()];
