import { type Files, fileOf } from "../subject.ts";
import { readSeed } from "../subjects/seeds.ts";
import { SEED_VERSION } from "../subjects/tables.ts";
import type { HostileFile } from "./hostile-file.ts";

const REFUSED = ["malformed", "truncated", "unsupported", "too_large", "outside"] as const;
const MOST_UINT64 = 18_446_744_073_709_551_615n;

const lance = (name: string, content: Uint8Array | string, expected: HostileFile["expected"]): HostileFile => ({
  subject: "lance manifest",
  name: `lance manifest: ${name}`,
  expected,
  files: new Map([fileOf("table.manifest", content)]),
});
const table = (name: string, manifests: readonly string[], expected: HostileFile["expected"]): HostileFile => {
  const files: Files = new Map(manifests.map((manifest) => fileOf(manifest, readSeed("table.manifest"))));
  return { subject: "lance table", name: `lance table: ${name}`, files, expected };
};

const filled = (length: number, byte: number, end: string): Uint8Array => {
  const bytes = new Uint8Array(length).fill(byte);
  bytes.set(new TextEncoder().encode(end), length - end.length);
  return bytes;
};
const pastEnd = (): Uint8Array => {
  const bytes = new Uint8Array(readSeed("table.manifest"));
  new DataView(bytes.buffer).setBigUint64(bytes.length - 16, 2n ** 63n, true);
  return bytes;
};
/** A manifest of version 1 with nothing but a base path for its files. */
const elsewhere = (): Uint8Array => {
  const path = new TextEncoder().encode("s3://other/secret");
  const message = [0x18, 1, 0x92, 0x01, path.length + 2, 0x1a, path.length, ...path];
  const bytes = new Uint8Array(4 + message.length + 16);
  bytes.set([message.length, 0, 0, 0, ...message]);
  bytes.set(new TextEncoder().encode("LANC"), bytes.length - 4);
  return bytes;
};

const plain = `_versions/${SEED_VERSION}.manifest`;
const inverted = `_versions/${MOST_UINT64 - BigInt(SEED_VERSION)}.manifest`;

export const lanceFiles = (): HostileFile[] => [
  lance("no bytes", "", REFUSED),
  lance("its mark alone", "LANC", REFUSED),
  lance("half a manifest", readSeed("table.manifest").subarray(0, 300), REFUSED),
  lance("a place past the end", pastEnd(), REFUSED),
  lance("fields without end", filled(4_000, 0x0b, "LANC"), REFUSED),
  lance("files in another bucket", elsewhere(), "outside"),
  table("a newer manifest further down", [plain, "sub/_versions/99.manifest", "_versions/x/98.manifest"], "read"),
  table("a manifest further down alone", [`sub/${plain}`], "missing"),
  table("zeros before the version", [`_versions/00${SEED_VERSION}.manifest`], "missing"),
  table("a manifest of another version", [plain, `_versions/${SEED_VERSION + 1}.manifest`], "malformed"),
  table("a version that is named both ways", [plain, inverted], "malformed"),
  table("a version beyond counting", ["_versions/9999999999999999999.manifest"], "missing"),
];
