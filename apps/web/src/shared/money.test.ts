import { expect, it } from "vitest";
import { formatMicros, formatSeconds } from "./money.ts";

it.each([
  [0, "$0.00"],
  [3_400_000, "$3.40"],
  [1_234_567_890, "$1,234.57"],
  [10_000, "$0.01"],
  [1_200, "$0.0012"],
  [7, "$0.000007"],
])("the money format writes %i micros as %s", (micros, words) => {
  expect(formatMicros(micros, "USD")).toBe(words);
});

it("the money format writes whole seconds short and others with their hundredths", () => {
  expect(formatSeconds(5)).toBe("5 s");
  expect(formatSeconds(4.04)).toBe("4.04 s");
});
