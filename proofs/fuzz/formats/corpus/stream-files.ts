import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Codec } from "@dailies/formats/inflate";
import { readGoldenFiles } from "../../../formats/golden-sets.ts";
import { fileOf } from "../subject.ts";
import type { HostileFile } from "./hostile-file.ts";

const BOMB_BYTES = 33_554_432;

const stream = (codec: Codec, name: string, bytes: Uint8Array, expected: HostileFile["expected"]): HostileFile => ({
  subject: `inflate ${codec}`,
  name: `${codec}: ${name}`,
  files: new Map([fileOf(`a.${codec}`, bytes)]),
  expected,
});

const sound = (codec: Codec): Uint8Array =>
  [...readGoldenFiles(codec)].find(([name]) => name.endsWith(`.${codec}`))?.[1] ?? new Uint8Array(0);

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const changed = new Uint8Array(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  return changed;
};

const bombs = (): HostileFile[] => {
  const zeros = new Uint8Array(BOMB_BYTES);
  return [
    stream("gz", "a bomb", gzipSync(zeros), "too_large"),
    stream("br", "a bomb", brotliCompressSync(zeros), "too_large"),
    stream("zstd", "a bomb", zstdCompressSync(zeros), "too_large"),
    stream("snappy", "a claim of 4 GiB", Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f, 0), "too_large"),
    stream("snappy", "a claim that its length cannot keep", Uint8Array.of(0xff, 0xff, 0x3f, 0), "malformed"),
    stream("snappy", "a copy from before the beginning", Uint8Array.of(8, 0x05, 0x10, 0, 0), "malformed"),
    stream("snappy", "a copy of distance 0", Uint8Array.of(8, 0, 65, 0x01, 0x00), "malformed"),
    stream("snappy", "a length without end", new Uint8Array(20).fill(0xff), "malformed"),
    stream("bz2", "another beginning", new TextEncoder().encode("BZh0abcdefghij"), "malformed"),
    stream(
      "bz2",
      "an end alone with a wrong checksum",
      Uint8Array.of(0x42, 0x5a, 0x68, 0x39, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 1, 2, 3, 4),
      "malformed",
    ),
  ];
};

const CODECS: readonly Codec[] = ["br", "bz2", "gz", "snappy", "zstd"];

export const streamFiles = (): HostileFile[] => [
  ...bombs(),
  ...CODECS.flatMap((codec) => [
    stream(codec, "no bytes", new Uint8Array(0), ["malformed", "truncated", "read"]),
    stream(codec, "half a stream", sound(codec).subarray(0, 700), ["malformed", "truncated", "read"]),
    stream(codec, "a flipped bit", flipped(sound(codec), 600), ["malformed", "truncated", "too_large", "read"]),
  ]),
];
