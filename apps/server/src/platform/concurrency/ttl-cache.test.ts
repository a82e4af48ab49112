import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ttlCache } from "./ttl-cache.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("a cache with a time to live", () => {
  it("shares one reading among all who ask meanwhile and for a while after, then reads anew", async () => {
    let reads = 0;
    const cached = ttlCache(
      async () => {
        await after(10);
        return ++reads;
      },
      { ttlMs: 50 },
    );
    const together = Promise.all([cached(), cached(), cached()]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await together).toEqual([1, 1, 1]);
    await vi.advanceTimersByTimeAsync(45);
    expect(await cached()).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    const later = cached();
    await vi.advanceTimersByTimeAsync(10);
    expect(await later).toBe(2);
  });

  it("shares a reading that takes longer than the time to live", async () => {
    const read = vi.fn(() => after(200));
    const cached = ttlCache(read, { ttlMs: 50 });
    const first = cached();
    await vi.advanceTimersByTimeAsync(100);
    const second = cached();
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all([first, second]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("keeps no failure", async () => {
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue("here");
    const cached = ttlCache(read, { ttlMs: 50 });
    await expect(cached()).rejects.toThrow("away");
    expect(await cached()).toBe("here");
  });

  it("keeps keys apart, and no more of them than it may", async () => {
    const read = vi.fn(async (key: string) => `value of ${key}`);
    const cached = ttlCache(read, { ttlMs: 50, maxKeys: 2 });
    expect([await cached("a"), await cached("b"), await cached("a")]).toEqual([
      "value of a",
      "value of b",
      "value of a",
    ]);
    expect(read).toHaveBeenCalledTimes(2);
    await cached("c");
    await cached("a");
    expect(read).toHaveBeenCalledTimes(4);
  });
});
