import { MAX_SEED } from "@dailies/contract";
import { expect, it } from "vitest";
import { callsOf, drawSeeds, randomSeed, readSeeds } from "./seeds.ts";

it.each([
  ["7, 8 9", { seeds: [7, 8, 9] }],
  ["7;7\n7", { seeds: [7] }],
  [String(MAX_SEED), { seeds: [MAX_SEED] }],
  ["", { fault: "none" }],
  ["7, -1", { fault: "notSeed", word: "-1" }],
  ["1.5", { fault: "notSeed", word: "1.5" }],
  [String(MAX_SEED + 1), { fault: "notSeed", word: String(MAX_SEED + 1) }],
  [Array.from({ length: 17 }, (_, seed) => seed).join(), { fault: "tooMany" }],
])("readSeeds parses the list %s", (list, expected) => {
  expect(readSeeds(list)).toEqual(expected);
});

it("drawSeeds draws as many different seeds as were asked for", () => {
  const drawn = [1, 1, 2, 2, 3];
  expect(drawSeeds({ mode: "count", count: 3, list: "" }, () => drawn.shift() ?? 9)).toEqual([1, 2, 3]);
  expect(callsOf({ mode: "list", count: 1, list: "5 6" })).toBe(2);
  expect(callsOf({ mode: "list", count: 1, list: "five" })).toBe(0);
});

it("randomSeed stays within what the contract takes", () => {
  const seeds = Array.from({ length: 200 }, randomSeed);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED)).toBe(true);
});
