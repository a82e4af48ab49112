import { describe, expect, it } from "vitest";
import { checkPoints } from "./audit.ts";
import { BATCH_STEPS, pointValue } from "./programs.ts";

const program = { number: 2, batches: 2 };
const stored = () =>
  Array.from({ length: 2 * BATCH_STEPS }, (_, step) => ({ step, value: pointValue(program.number, 1, step) }));

describe("the audit of logged points", () => {
  it("accepts every acknowledged point once, in order, also those that are not numbers", () => {
    expect(stored().some(({ value }) => Number.isNaN(value))).toBe(true);
    expect(checkPoints(program, 1, stored())).toEqual([]);
  });

  it("finds a lost point, a repeated one, two that are exchanged and one with another value", () => {
    const [first, second, ...rest] = stored();
    if (!first || !second) throw new Error("there are points");
    expect(checkPoints(program, 1, [second, ...rest])).toEqual(["program 2, grad_norm: 39 points instead of 40"]);
    expect(checkPoints(program, 1, [first, first, second, ...rest])).toHaveLength(1);
    expect(checkPoints(program, 1, [second, first, ...rest])).toEqual([
      `program 2, grad_norm: point 0 is step 1 with ${second.value}`,
    ]);
    expect(checkPoints(program, 1, [{ step: 0, value: 7 }, second, ...rest])).toEqual([
      "program 2, grad_norm: point 0 is step 0 with 7",
    ]);
  });
});
