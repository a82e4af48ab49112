import { describe, expect, it } from "vitest";
import { LruByteCache } from "./lru-byte-cache.ts";

describe("a cache by weight", () => {
  it("evicts the least recently used entries, and no more than it must", () => {
    const left: string[] = [];
    const cache = new LruByteCache<number>(10, (_value, key) => left.push(key));
    cache.set("a", 1, 4);
    cache.set("b", 2, 4);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3, 4);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
    expect([left, cache.weightBytes, cache.size]).toEqual([["b"], 8, 2]);
  });

  it("does not keep what alone is too heavy, and counts a replaced one once", () => {
    const left: string[] = [];
    const cache = new LruByteCache<string>(10, (value) => left.push(value));
    cache.set("a", "old", 6);
    cache.set("a", "new", 7);
    cache.set("b", "huge", 11);
    expect([cache.get("a"), cache.get("b"), cache.weightBytes, left]).toEqual(["new", undefined, 7, ["old", "huge"]]);
    cache.clear();
    expect([cache.weightBytes, cache.size]).toEqual([0, 0]);
  });
});
