import { expect, it } from "vitest";
import {
  axesOf,
  axisOf,
  bandOf,
  inOrder,
  isApart,
  isBlank,
  isRankShared,
  isUneven,
  placeOn,
  rankedFirst,
  scaleOf,
  unplacedOf,
} from "./board.rules.ts";
import { aBoard, anAxis, anEntry } from "./testing/a-board.ts";

const score = (value: number) => ({ value, low: value - 10, high: value + 10 });

it("the leaderboard sorts by rank, then by score, and puts unranked entries last", () => {
  const axis = anAxis({
    groups: [[0, 1, 2, 3, 4]],
    entries: [
      anEntry(0, { rank: null, score: null }),
      anEntry(1, { rank: 2, score: score(990) }),
      anEntry(2, { rank: 1, score: score(1010) }),
      anEntry(3, { rank: 1, score: score(1030) }),
      anEntry(4, { rank: null, score: null }),
    ],
  });
  expect(inOrder(axis).map(({ entry }) => entry)).toEqual([3, 2, 1, 0, 4]);
  expect(rankedFirst(axis).map(({ entry }) => entry)).toEqual([3, 2]);
  expect(axis.entries.map((entry) => isRankShared(axis, entry))).toEqual([false, false, true, true, false]);
});

it("the leaderboard treats a lower value as better where lower is better", () => {
  const entries = [anEntry(0, { rank: 1, score: score(5) }), anEntry(1, { rank: 1, score: score(3) })];
  expect(inOrder(anAxis({ direction: "lower", entries })).map(({ entry }) => entry)).toEqual([1, 0]);
});

it("the scale covers all intervals, and there is none without intervals", () => {
  expect(scaleOf([anEntry(0, { score: null })])).toBeUndefined();
  const scale = scaleOf([anEntry(0, { score: score(100) }), anEntry(1, { score: score(180) })]);
  expect(scale).toEqual({ low: 86, high: 194 });
  expect(scale && placeOn(scale, 140)).toBe(50);
  expect(scaleOf([anEntry(0, { score: { value: 3, low: 3, high: 3 } })])).toEqual({ low: 2.5, high: 3.5 });
});

it("the agreement label names how reliable the answers are", () => {
  expect([0.9, 0.8, 0.7, 0.667, 0.6, null].map(bandOf)).toEqual([
    "good",
    "good",
    "tentative",
    "tentative",
    "low",
    "undefined",
  ]);
});

it("the chosen axis is the one of the address, else the default of the board", () => {
  const board = aBoard({ axes: [anAxis({ key: "choice" }), anAxis({ key: "motion" })], total: null });
  expect(axisOf(board, "motion")?.key).toBe("motion");
  expect(axisOf(board, "gone")?.key).toBe("choice");
  const total = anAxis({ key: "total", kind: "number" });
  expect(axesOf({ ...board, total }).map(({ key }) => key)).toEqual(["choice", "total", "motion"]);
  const rated = { ...board, total, axes: [anAxis({ key: "look", kind: "number" })] };
  expect(axesOf(rated).map(({ key }) => key)).toEqual(["total", "look"]);
});

it("a board is blank only without votes and without scores", () => {
  const entries = [anEntry(0, { score: null, rank: null })];
  const none = aBoard({ axes: [anAxis({ entries })], total: null });
  expect(isBlank(none)).toBe(false);
  expect(isBlank({ ...none, method: { ...none.method, votes: 0 } })).toBe(true);
});

it("a rank is compared within the largest group only", () => {
  const entries = [anEntry(0), anEntry(1, { rank: 2 }), anEntry(2, { rank: 1 }), anEntry(3, { rank: 2 }), anEntry(4)];
  const axis = anAxis({
    groups: [
      [0, 1, 4],
      [2, 3],
    ],
    entries,
  });
  expect(rankedFirst(axis).map(({ entry }) => entry)).toEqual([0, 4]);
  expect(entries.map((entry) => isRankShared(axis, entry))).toEqual([true, false, false, false, true]);
  expect(unplacedOf(axis).map(({ entry }) => [entry, isApart(axis, entry)])).toEqual([
    [2, true],
    [3, true],
  ]);
});

it("an interval is uneven when one side is longer by more than a fifth", () => {
  expect(isUneven({ value: 1_115, low: 950, high: 1_830 })).toBe(true);
  expect(isUneven({ value: 1_000, low: 980, high: 1_018 })).toBe(false);
  expect(isUneven({ value: 3, low: 3, high: 3 })).toBe(false);
});
