import { describe, expect, it } from "vitest";
import { BatchByKey } from "./batch-by-key.ts";

/** A run that waits until it is released, and the batches it was given. */
const createRuns = () => {
  const batches: string[][] = [];
  const releases: (() => void)[] = [];
  const run = async (items: readonly string[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return items.map((item) => (item.startsWith("bad") ? new Error(item) : item.toUpperCase()));
  };
  const release = async () => {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, run, release };
};

describe("a batch by key", () => {
  it("runs the first item at once and together what arrives meanwhile, in order and up to the largest batch", async () => {
    const { batches, run, release } = createRuns();
    const queue = new BatchByKey<string, string>({ maxItems: 2, maxWaiting: 10, run });
    const answers = ["a", "b", "c", "d"].map((item) => queue.add("key", item));
    expect(batches).toEqual([["a"]]);
    await release();
    expect(batches).toEqual([["a"], ["b", "c"]]);
    await release();
    await release();
    expect(await Promise.all(answers)).toEqual(["A", "B", "C", "D"]);
    void queue.add("key", "e");
    expect(batches.at(-1)).toEqual(["e"]);
  });

  it("does not let one key wait for another", () => {
    const { batches, run } = createRuns();
    const queue = new BatchByKey<string, string>({ maxItems: 2, maxWaiting: 10, run });
    void queue.add("one", "a");
    void queue.add("other", "b");
    expect(batches).toEqual([["a"], ["b"]]);
  });

  it("rejects only the item whose result is an error", async () => {
    const { run, release } = createRuns();
    const queue = new BatchByKey<string, string>({ maxItems: 9, maxWaiting: 10, run });
    const answers = Promise.allSettled(["a", "bad", "c"].map((item) => queue.add("key", item)));
    await release();
    await release();
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("runs every item alone when a batch fails as a whole", async () => {
    const queue = new BatchByKey<string, string>({
      maxItems: 9,
      maxWaiting: 10,
      run: async (items) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (items.includes("poison")) throw new Error("the transaction was rolled back");
        return items;
      },
    });
    const answers = await Promise.allSettled(["a", "b", "poison", "c"].map((item) => queue.add("key", item)));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  it("refuses what would wait behind too many", async () => {
    const { run } = createRuns();
    const queue = new BatchByKey<string, string>({ maxItems: 1, maxWaiting: 1, run });
    void queue.add("key", "runs");
    void queue.add("key", "waits");
    await expect(queue.add("key", "refused")).rejects.toThrow("too many requests of this kind are waiting");
  });
});
