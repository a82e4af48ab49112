import { GENERATION_STATUSES } from "@dailies/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellStatusOf, countedAttempt } from "../generation/index.ts";
import { canMove, requireMove } from "./benchmark.rules.ts";
import { partitionNumberer, requireFitting, requireInside } from "./cells/grid.rules.ts";
import { inMoney } from "./cells/money-words.rules.ts";
import { fitSeed, freshSeed, plannedSeed, type SeedPlace } from "./cells/seed.rules.ts";

describe("the statuses of a benchmark", () => {
  it("moves along six edges and no other", () => {
    const moves = GENERATION_STATUSES.flatMap((from) =>
      GENERATION_STATUSES.filter((to) => canMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      "Init → Generating",
      "Generating → Init",
      "Generating → Benchmarking",
      "Benchmarking → Generating",
      "Benchmarking → Finished",
      "Finished → Benchmarking",
    ]);
    expect(() => requireMove("Init", "Finished")).toThrow("a benchmark does not go from Init to Finished");
  });
});

const position = fc.record({
  taskId: fc.uuid(),
  row: fc.nat(9_999),
  col: fc.nat(49),
  sample: fc.nat(19),
  n: fc.integer({ min: 1, max: 50 }),
});

describe("seeds", () => {
  const perCell = { policy: "per_cell", seeds: [] } as const;
  const perRow = { policy: "fixed_per_row", seeds: [] } as const;

  it("are the first 31 bits of the hash of task, row, column, sample and attempt", () => {
    const known: SeedPlace = { taskId: "t", row: 1, col: 2, sample: 3, n: 4 };
    // printf 't|1|2|3|4' | sha256sum
    expect(plannedSeed(perCell, known)).toBe(1697170298);
  });

  it("fit 31 bits, repeat for the same cell, and differ from the one before", () => {
    fc.assert(
      fc.property(position, (at) => {
        const seed = plannedSeed(perCell, at);
        expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
        expect(plannedSeed(perCell, { ...at })).toBe(seed);
        expect(freshSeed(at, seed)).not.toBe(seed);
      }),
    );
  });

  it("of a row do not depend on the column or the task, those of a list on the sample only", () => {
    fc.assert(
      fc.property(position, position, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (a, b, seeds) => {
        expect(plannedSeed(perRow, { ...a, taskId: b.taskId, col: b.col })).toBe(plannedSeed(perRow, a));
        expect(plannedSeed({ policy: "list", seeds }, a)).toBe(seeds[a.sample % seeds.length]);
      }),
    );
  });

  it("are folded into what a performer takes", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(1_000), fc.nat(100_000), (seed, min, width) => {
        const fitted = fitSeed({ type: "number", min, max: min + width, is_integer: true }, seed);
        expect(fitted).toBeGreaterThanOrEqual(min);
        expect(fitted).toBeLessThanOrEqual(min + width);
      }),
    );
    expect(fitSeed({ type: "text" }, 7)).toBe(7);
  });
});

describe("which attempt counts", () => {
  const statuses = ["Succeeded", "Failed", "Cancelled", "Expired"] as const;
  const history = fc
    .array(fc.constantFrom(...statuses), { maxLength: 8 })
    .map((ends) => ends.map((status, index) => ({ id: `a${index}`, n: index + 1, status })));

  it("is only ever a success: the pinned one, else the first or the latest, whatever the order they are read in", () => {
    fc.assert(
      fc.property(history, fc.nat(8), fc.constantFrom("first_success", "latest", "pinned"), (attempts, pin, policy) => {
        const good = attempts.filter(({ status }) => status === "Succeeded");
        const pinned = good.find(({ id }) => id === `a${pin}`);
        const expected = pinned ?? (policy === "latest" ? good.at(-1) : good[0]);
        expect(countedAttempt(policy, attempts.toReversed(), `a${pin}`)).toEqual(expected);
        expect(cellStatusOf(attempts) === "Succeeded").toBe(good.length > 0);
      }),
    );
  });

  it("leaves a cell under way while its newest attempt is", () => {
    const done = { id: "a", n: 1, status: "Succeeded" } as const;
    expect(cellStatusOf([done, { id: "b", n: 2, status: "Pending" }])).toBe("Queued");
    expect(cellStatusOf([{ id: "b", n: 2, status: "Running" }, done])).toBe("Running");
    expect(cellStatusOf([])).toBe("Waiting");
    expect(cellStatusOf([{ id: "a", n: 1, status: "Expired" }])).toBe("Failed");
  });
});

describe("the grid", () => {
  it("refuses a grid that is too large, with the reason", () => {
    expect(() => requireFitting({ rows: 10_001, columns: 1, samples: 1 })).toThrow("at most 10,000 rows");
    expect(() => requireFitting({ rows: 1, columns: 51, samples: 1 })).toThrow("at most 50 columns");
    expect(() => requireFitting({ rows: 10_000, columns: 6, samples: 2 })).toThrow("= 120,000");
    expect(requireFitting({ rows: 10_000, columns: 10, samples: 1 })).toBeUndefined();
  });

  it("knows what lies outside of it", () => {
    const size = { rows: 2, columns: 3, samples: 1 };
    expect(requireInside(size, { row: 1, col: 2, sample: 0 })).toBeUndefined();
    expect(() => requireInside(size, { row: 2, col: 0, sample: 0 })).toThrow("there is no row 2");
    expect(() => requireInside(size, { row: 0, col: 3, sample: 0 })).toThrow("there is no column 3");
    expect(() => requireInside(size, { row: 0, col: 0, sample: 1 })).toThrow("there is no sample 1");
  });

  it("puts at most 500 calls of one performer into a partition", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3_000 }), (performers) => {
        const number = partitionNumberer();
        const partitions = Map.groupBy(
          performers.map((performer) => ({ performer, partition: number(performer) })),
          ({ partition }) => partition,
        );
        for (const calls of partitions.values()) {
          expect(calls.length).toBeLessThanOrEqual(500);
          expect(new Set(calls.map(({ performer }) => performer)).size).toBe(1);
        }
        expect([...partitions.keys()].sort((a, b) => a - b)).toEqual([...partitions.keys()].map((_, index) => index));
      }),
      { numRuns: 30 },
    );
  });

  it("says money as people do", () => {
    expect([inMoney(3_400_000, "USD"), inMoney(1_234, "EUR"), inMoney(0, "USD")]).toEqual([
      "USD 3.40",
      "EUR 0.001234",
      "USD 0.00",
    ]);
  });
});
