import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createRunningHash, isHashKnown } from "./hashes.ts";

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 3)) & 0xff);
const digest = (name: string, pieces: readonly Uint8Array[]): string => {
  const hash = createRunningHash(name);
  for (const piece of pieces) hash?.update(piece);
  return hash?.digest() ?? "";
};

describe("hashes of shards", () => {
  it("are those that Python's xxhash gives", () => {
    const text = (value: string) => [new TextEncoder().encode(value)];
    expect(digest("xxh32", [])).toBe("02cc5d05");
    expect(digest("xxh64", [])).toBe("ef46db3751d8e999");
    expect(digest("xxh32", text("a"))).toBe("550d7456");
    expect(digest("xxh64", text("a"))).toBe("d24ec4f1a98c6e5b");
    expect(digest("xxh32", text("abc"))).toBe("32d153ff");
    expect(digest("xxh64", text("abc"))).toBe("44bc2cf5ad770999");
    expect(digest("xxh32", text("Nobody inspects the spammish repetition"))).toBe("e2293b2f");
    expect(digest("xxh64", text("Nobody inspects the spammish repetition"))).toBe("fbcea83c8a378bf1");
  });

  it.each(["xxh32", "xxh64", "sha1"])("%s is the same however the bytes come", (name) => {
    for (const length of [1, 15, 16, 31, 32, 33, 63, 64, 1_000]) {
      const bytes = bytesOf(length);
      const whole = digest(name, [bytes]);
      for (const cut of [0, 1, 7, 16, 32, 40])
        expect(digest(name, [bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(whole);
      expect(
        digest(
          name,
          [...bytes].map((byte) => Uint8Array.of(byte)),
        ),
      ).toBe(whole);
    }
  });

  it("of Node have the names of Python", () => {
    const bytes = bytesOf(100);
    expect(digest("blake2b", [bytes])).toBe(createHash("blake2b512").update(bytes).digest("hex"));
    expect(digest("sha3_256", [bytes])).toBe(createHash("sha3-256").update(bytes).digest("hex"));
    expect(digest("md5", [bytes])).toBe(createHash("md5").update(bytes).digest("hex"));
  });

  it("that are not known are said to be so", () => {
    expect([isHashKnown("xxh3_64"), isHashKnown("xxh128"), isHashKnown("crc32"), isHashKnown("__proto__")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(createRunningHash("xxh3_64")).toBeUndefined();
  });
});
