import { expect, it } from "vitest";
import { binaryOf, maskAfter, orAll, unknownBits } from "./mask-column.tsx";

it("the flag mask groups binary digits in fours, counted from the right", () => {
  expect([0n, 1n, 15n, 16n, 257n, 0xffffn].map(binaryOf)).toEqual([
    "0b0",
    "0b1",
    "0b1111",
    "0b1_0000",
    "0b1_0000_0001",
    "0b1111_1111_1111_1111",
  ]);
});

it("the flag mask does not count a flag twice", () => {
  expect(orAll([128, 128])).toBe(128n);
});

it("the flag mask clears only the chosen flag and keeps unknown bits", () => {
  expect(maskAfter(0x80000103, [4], [2, 256])).toBe(0x80000005n);
});

it("the flag mask names the bits that no flag explains", () => {
  expect(unknownBits(1 + 256 + 512 + 2 ** 40, [1, 256])).toEqual([512n, 2n ** 40n]);
  expect(unknownBits(257, [1, 256])).toEqual([]);
});
