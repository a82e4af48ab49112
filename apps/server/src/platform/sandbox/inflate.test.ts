import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflate } from "./inflate.ts";

const TEXT = Buffer.from("one clip, and another clip, and another clip");
const COMPRESSED = {
  gz: gzipSync(TEXT),
  br: brotliCompressSync(TEXT),
  zstd: zstdCompressSync(TEXT),
  /** These two as written by Python's libraries. */
  snappy: Buffer.from("2c506f6e6520636c69702c20616e6420616e6f746865725a1200", "hex"),
  bz2: Buffer.from(
    "425a68393141592653597fe2c162000011118040042e65d400200031000004941a07a258c912490935d2894d32ac73652641f1772453850907fe2c1620",
    "hex",
  ),
};

describe.each(["gz", "br", "zstd", "snappy", "bz2"] as const)("%s", (codec) => {
  it("gives back what was compressed, up to the last byte that is allowed", async () => {
    const inflated = await inflate(codec, COMPRESSED[codec], TEXT.length);
    expect(Buffer.from(inflated)).toEqual(TEXT);
  });

  it("inflates no more than it is allowed, and reports the limit", async () => {
    await expect(inflate(codec, COMPRESSED[codec], TEXT.length - 1)).rejects.toMatchObject({ kind: "too_large" });
  });

  it("refuses what is broken", async () => {
    await expect(inflate(codec, TEXT, 1_000)).rejects.toMatchObject({ name: "FormatFault" });
    await expect(inflate(codec, COMPRESSED[codec].subarray(0, 12), 1_000)).rejects.toMatchObject({
      name: "FormatFault",
    });
  });
});
