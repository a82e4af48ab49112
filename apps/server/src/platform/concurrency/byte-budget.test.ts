import { describe, expect, it } from "vitest";
import { openByteBudget } from "./byte-budget.ts";

const gate = () => Promise.withResolvers<void>();
const turn = () => new Promise((done) => setImmediate(done));

describe("a byte budget", () => {
  it("lets work begin in the order of arrival, as far as its bytes are free", async () => {
    const budget = openByteBudget(10);
    const [large, small, begun] = [gate(), gate(), [] as string[]];
    const work = [
      budget.hold(8, async () => {
        begun.push("large");
        await large.promise;
      }),
      budget.hold(6, async () => {
        begun.push("second");
        await small.promise;
      }),
      budget.hold(1, async () => void begun.push("third")),
    ];
    await turn();
    expect([begun, budget.held()]).toEqual([["large"], 8]);
    large.resolve();
    await turn();
    expect([begun, budget.held()]).toEqual([["large", "second", "third"], 6]);
    small.resolve();
    await Promise.all(work);
    expect(budget.held()).toBe(0);
  });

  it("gives all of it to work that asks for more", async () => {
    const budget = openByteBudget(10);
    expect(await budget.hold(1_000, async () => budget.held())).toBe(10);
  });

  it("gets its bytes back from work that failed", async () => {
    const budget = openByteBudget(10);
    await expect(budget.hold(10, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await budget.hold(10, async () => "next")).toBe("next");
  });
});
