import { describe, expect, it } from "vitest";
import { readQuantity } from "./quantity.ts";

describe("a quantity of Kubernetes", () => {
  it.each([
    ["500m", 0.5],
    ["8", 8],
    [8, 8],
    ["64Gi", 64 * 1024 ** 3],
    ["1.5Ki", 1_536],
    ["2k", 2_000],
    ["12e3", 12_000],
    ["0", 0],
  ])("is a number: %s", (text, expected) => {
    expect(readQuantity(text)).toBe(expected);
  });

  it.each([["many"], ["-1"], [""], ["1 Gi"], ["1gi"], [null], [{}], [Number.NaN], ["1".repeat(40)]])(
    "is unknown when it is written otherwise: %s",
    (text) => {
      expect(readQuantity(text)).toBeNull();
    },
  );
});
