import { describe, expect, it } from "vitest";
import { type Ahead, addAhead, listRanked, markAhead, rankOf } from "./ranks.ts";

const MEMBERS = [0, 1, 2];
const ranksOf = (ahead: Ahead): number[] => MEMBERS.map((entry) => rankOf(ahead, entry, MEMBERS));
const score = (value: number, spread: number) => ({ value, low: value - spread, high: value + spread });

describe("ranks", () => {
  it("do not put the last entry beside the first when the one between them is clearly behind", () => {
    const ahead: Ahead = new Set();
    const pairs = [
      { one: 0, other: 1, difference: 305, deviation: 60, critical: 3 },
      // It won 3 of 64: in some resamples it never won, and the deviation exploded.
      { one: 0, other: 2, difference: 552, deviation: 300, critical: 3 },
      { one: 1, other: 2, difference: 247, deviation: 150, critical: 3 },
    ];
    addAhead(ahead, pairs, [score(1_286, 174), score(981, 94), score(734, 240)]);
    expect(ranksOf(ahead)).toEqual([1, 2, 2]);
  });

  it("stay shared when intervals overlap, whatever lies between", () => {
    const ahead: Ahead = new Set();
    const pairs = [
      { one: 0, other: 1, difference: 305, deviation: 60, critical: 3 },
      { one: 0, other: 2, difference: 552, deviation: 300, critical: 3 },
      { one: 1, other: 2, difference: 247, deviation: 150, critical: 3 },
    ];
    addAhead(ahead, pairs, [score(1_286, 174), score(981, 94), score(734, 500)]);
    expect(ranksOf(ahead)).toEqual([1, 2, 1]);
  });

  it("are all first when nothing is significant", () => {
    const ahead: Ahead = new Set();
    const pair = { difference: 10, deviation: 60, critical: 3 };
    addAhead(
      ahead,
      [
        { one: 0, other: 1, ...pair },
        { one: 0, other: 2, ...pair },
      ],
      [score(1_010, 1), score(1_000, 1), score(990, 1)],
    );
    expect(ranksOf(ahead)).toEqual([1, 1, 1]);
  });

  it("are not given to an entry without a score until it is set apart from all that have one", () => {
    const ahead: Ahead = new Set();
    const scores = [score(1_010, 50), score(990, 50), null];
    expect(listRanked(ahead, MEMBERS, scores)).toEqual([0, 1]);
    markAhead(ahead, 2, 0);
    expect(listRanked(ahead, MEMBERS, scores)).toEqual([0, 1]);
    markAhead(ahead, 2, 1);
    expect(listRanked(ahead, MEMBERS, scores)).toEqual([0, 1, 2]);
  });

  it("are given without any score to those that are set apart from somebody", () => {
    const ahead: Ahead = new Set();
    expect(listRanked(ahead, MEMBERS, [null, null, null])).toEqual([]);
    markAhead(ahead, 0, 1);
    expect(listRanked(ahead, MEMBERS, [null, null, null])).toEqual([0, 1]);
  });
});
