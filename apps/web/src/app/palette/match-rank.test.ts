import { describe, expect, it } from "vitest";
import { bestMatches, matchRank } from "./match-rank.ts";

describe("the rank of a match", () => {
  it.each([
    ["Night fox", "night fox", 0],
    ["Night fox", "nig", 1],
    ["Night fox", "FOX", 2],
    ["alpha_beta-gamma", "gam", 2],
    ["Night fox", "ght", 3],
    ["Night fox", "owl", Number.POSITIVE_INFINITY],
    ["Night fox", "", 0],
  ])("of %j for %j is %d", (text, query, rank) => {
    expect(matchRank([text], query)).toBe(rank);
  });

  it("orders by the best text of each and keeps the order of equals", () => {
    const found = bestMatches(["a fox", "fox b", "box", "fox a", "outfox"], (text) => [text], "fox");
    expect(found).toEqual(["fox b", "fox a", "a fox", "outfox"]);
  });
});
