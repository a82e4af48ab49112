import { expect, it } from "vitest";
import { readAmount } from "./amount-input.tsx";

it.each([
  ["500", 500],
  ["250,000", 250_000],
  [" 1 200 ", 1200],
  ["1,5", undefined],
  ["1.5", undefined],
  ["-5", undefined],
  ["1e3", undefined],
  ["", undefined],
])("the amount input reads %o as %o", (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
