import { concatTar } from "@dailies/formats/tar/write-tar";
import { fileOf } from "../subject.ts";
import type { HostileFile } from "./hostile-file.ts";

const BLOCK = 512;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const sealHeader = (block: Uint8Array): void => {
  block.fill(0x20, 148, 156);
  const sum = block.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  block.set(encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
};

/** A valid shard with a modified first header and a correct checksum. */
const changed = (change: (header: Uint8Array) => void): Uint8Array => {
  const tar = concatTar([
    { name: "a.mp4", bytes: encode("clip") },
    { name: "a.txt", bytes: encode("words") },
  ]);
  const copy = new Uint8Array(tar);
  change(copy.subarray(0, BLOCK));
  sealHeader(copy.subarray(0, BLOCK));
  return copy;
};

const put = (at: number, bytes: Uint8Array) => (header: Uint8Array) => header.set(bytes, at);

const tar = (name: string, bytes: Uint8Array, expected: HostileFile["expected"]): HostileFile => ({
  subject: "tar",
  name: `tar: ${name}`,
  files: new Map([fileOf("clips-000.tar", bytes)]),
  expected,
});

const ANY = ["read", "malformed", "truncated", "unsupported", "too_large", "outside"] as const;
const many = (name: (at: number) => string, count: number): Uint8Array =>
  concatTar(Array.from({ length: count }, (_, at) => ({ name: name(at), bytes: new Uint8Array(0) })));

export const tarFiles = (): HostileFile[] => [
  tar("a symbolic link to /etc/passwd", changed(put(156, encode("2"))), ANY),
  tar("a hard link", changed(put(156, encode("1"))), ANY),
  tar("a device", changed(put(156, encode("3"))), ANY),
  tar("a sparse file", changed(put(156, encode("S"))), ANY),
  tar("a name that climbs", changed(put(0, encode("../../secret.mp4"))), ANY),
  tar("an absolute name", changed(put(0, encode("/etc/passwd.mp4"))), ANY),
  tar("a size of eight gigabytes", changed(put(124, encode("77777777777\0"))), ["truncated", "malformed"]),
  tar("a size below zero in base 256", changed(put(124, new Uint8Array(12).fill(0xff))), ["malformed", "truncated"]),
  tar("a size of 2⁹⁵ in base 256", changed(put(124, Uint8Array.of(0x80, ...new Array<number>(11).fill(0xff)))), [
    "malformed",
    "too_large",
    "truncated",
  ]),
  tar("a size that is no number", changed(put(124, encode("zzzzzzzzzzz\0"))), "malformed"),
  tar("a pax header without end", changed(put(156, encode("x"))), ANY),
  tar("a long name without a name", changed(put(156, encode("L"))), ANY),
  tar(
    "a wrong checksum",
    (() => {
      const bytes = new Uint8Array(changed(() => undefined));
      bytes[0] = 0x7a;
      return bytes;
    })(),
    "malformed",
  ),
  tar(
    "one member twice",
    concatTar([
      { name: "a.txt", bytes: encode("1") },
      { name: "a.txt", bytes: encode("2") },
    ]),
    "malformed",
  ),
  tar(
    "two thousand empty members",
    many((at) => `s${at}.txt`, 2_000),
    "read",
  ),
  tar(
    "one sample of two thousand members",
    many((at) => `s.m${at}`, 2_000),
    ANY,
  ),
  tar("cut within a header", changed(() => undefined).subarray(0, 300), ["truncated", "malformed"]),
  tar("cut within a member", changed(() => undefined).subarray(0, 514), ["truncated", "malformed"]),
  tar("zeros alone", new Uint8Array(10_240), "read"),
  tar("gzip that is called tar", Uint8Array.of(0x1f, 0x8b, 8, ...new Array<number>(600).fill(0)), [
    "malformed",
    "unsupported",
    "truncated",
  ]),
  tar("no bytes", new Uint8Array(0), ["read", "truncated", "malformed"]),
];
