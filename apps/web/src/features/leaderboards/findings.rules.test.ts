import { describe, expect, it } from "vitest";
import { fragilityOf, pairFinding, roundVotes, widestOf } from "./findings.rules.ts";
import { aBoard, anAxis, anEntry } from "./testing/a-board.ts";

const tell = { points: 50, votes: 570, needs_prompts: false };
const pair = { a: 0, b: 1, votes: null, resolution: 400, tell };

describe("what is said about two models that share a rank", () => {
  it("states the judgements for a stated difference when nine judgements leave an interval of 400 points", () => {
    expect(pairFinding(pair)).toEqual({ kind: "tell", a: 0, b: 1, votes: 570, points: 50 });
  });

  it("does not trust an estimate to separate them when the interval is that wide", () => {
    expect(pairFinding({ ...pair, votes: 12 })).toMatchObject({ kind: "tell" });
    expect(pairFinding({ ...pair, resolution: null, votes: null })).toMatchObject({ kind: "tell" });
  });

  it("says that only new prompts would tell a difference when more judgements on the same would not", () => {
    expect(pairFinding({ ...pair, tell: { ...tell, needs_prompts: true } }).kind).toBe("tellWithPrompts");
  });

  it("states the judgements that would separate them when the interval is narrow enough", () => {
    expect(pairFinding({ ...pair, votes: 183, resolution: 80 })).toEqual({ kind: "separate", a: 0, b: 1, votes: 180 });
  });

  it("calls them close only when the intervals could tell the stated difference", () => {
    const narrow = { ...pair, resolution: 31, tell: { ...tell, votes: 0 } };
    expect(pairFinding(narrow)).toEqual({ kind: "close", a: 0, b: 1, points: 50 });
    expect(pairFinding({ ...pair, resolution: 120 }).kind).toBe("tell");
  });
});

describe("how firm the first place is", () => {
  const leading = anAxis({ entries: [anEntry(0), anEntry(1, { rank: 2 })] });

  it("is said of a single leader", () => {
    expect(fragilityOf(aBoard({ fragility: { votes: 3, of: 180 } }), leading)).toEqual({ votes: 3, of: 180 });
  });

  it("is not said of no judgements, nor of a shared first place", () => {
    expect(fragilityOf(aBoard({ fragility: { votes: 0, of: 14 } }), leading)).toBeNull();
    expect(fragilityOf(aBoard({ fragility: { votes: 3, of: 14 } }), anAxis())).toBeNull();
  });
});

describe("wide intervals", () => {
  it("are named with the widest of them", () => {
    const entries = [anEntry(0, { score: { value: 1000, low: -550, high: 2550 } }), anEntry(1)];
    expect(widestOf(aBoard({ axes: [anAxis({ entries })] }))).toBe(1550);
    expect(widestOf(aBoard())).toBeUndefined();
  });
});

it("a number of judgements is rounded to two digits", () => {
  expect([3, 18, 183, 1_849, 12_345].map(roundVotes)).toEqual([3, 18, 180, 1_800, 12_000]);
});
