import { expect, it } from "vitest";
import { judgementsNeeded } from "./estimate.tsx";

const grid = { rows: 12, columns: 4, samples: 2 };

it("the judging estimate counts every pair of every prompt, each by all its judges", () => {
  expect(judgementsNeeded(grid, { mode: "pairwise", judges_per_item: 3, item_budget: null })).toBe(12 * 6 * 2 * 3);
});

it("the judging estimate counts clips where they are rated alone, and nothing where nobody is asked", () => {
  expect(judgementsNeeded(grid, { mode: "rating", judges_per_item: 2, item_budget: null })).toBe(12 * 4 * 2 * 2);
  expect(judgementsNeeded(grid, { mode: "auto", judges_per_item: 2, item_budget: null })).toBe(0);
});

it("the judging estimate stops at the budget, and asks for no more than there is", () => {
  expect(judgementsNeeded(grid, { mode: "pairwise", judges_per_item: 3, item_budget: 10 })).toBe(30);
  expect(judgementsNeeded(grid, { mode: "pairwise", judges_per_item: 1, item_budget: 1_000_000 })).toBe(144);
});
