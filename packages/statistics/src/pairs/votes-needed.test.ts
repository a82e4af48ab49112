import { expect, it } from "vitest";
import { computeBoard } from "../compute-board.ts";
import { anInput, choice, type PlainVote, votesOf } from "../testing/boards.ts";

/** On every prompt the first wins this many of ten. */
const board = (winsOn: (prompt: number) => number, judged: number, prompts = judged) =>
  computeBoard(
    anInput({
      entries: 2,
      prompts,
      axes: [
        choice(
          votesOf(
            Array.from({ length: judged }, (_, prompt) =>
              Array.from(
                { length: 10 },
                (_none, n): PlainVote => [prompt, 0, 1, n < winsOn(prompt) ? "a" : "b", n % 2 === 0, n],
              ),
            ).flat(),
          ),
        ),
      ],
    }),
    { seed: 1, resamples: 500 },
  ).needed;

it("the estimate is absent for entries that are already apart", () => {
  expect(board(() => 8, 30)).toEqual([]);
});

it("the estimate says that more votes on the same prompts would not help", () => {
  // Each prompt is clear but the prompts contradict each other: only new prompts could decide.
  const [needed] = board((prompt) => (prompt % 2 === 0 ? 10 : 1), 20);
  expect(needed).toMatchObject({ a: 0, b: 1, votes: null, tell: { points: 50, needsPrompts: true } });
  expect(needed?.tell.votes).toBeGreaterThan(200);
});

it("the estimate includes prompts that nobody has judged yet", () => {
  const [needed] = board((prompt) => (prompt % 2 === 0 ? 10 : 1), 20, 100_000);
  expect(needed?.votes).toBeGreaterThan(1_000);
});

const OUTCOMES = ["a", "b", "tie"] as const;

it("the estimate states how many judgements tell fifty points when few judgements tell nothing", () => {
  // Nine judgements of two models that are level: the interval spans hundreds of points.
  const votes = Array.from({ length: 9 }, (_, n): PlainVote => [n, 0, 1, OUTCOMES[n % 3] ?? "tie"]);
  const input = anInput({ entries: 2, prompts: 40, axes: [choice(votesOf(votes))] });
  const [needed] = computeBoard(input, { seed: 1, resamples: 500 }).needed;
  expect(needed?.resolution).toBeGreaterThan(150);
  expect(needed?.tell).toMatchObject({ points: 50, needsPrompts: false });
  expect(needed?.tell.votes).toBeGreaterThan(100);
  expect(needed?.tell.votes).toBeLessThan(400);
});

it("the estimate needs no further judgements for a difference that the intervals already tell", () => {
  const [needed] = board((prompt) => (prompt % 2 === 0 ? 6 : 4), 400);
  expect(needed?.resolution).toBeLessThan(50);
  expect(needed?.tell).toEqual({ points: 50, votes: 0, needsPrompts: false });
});

it("the estimate stays below a thousand judgements for three models with six judgements on three prompts", () => {
  const votes: PlainVote[] = [
    [0, 0, 1, "a"],
    [0, 1, 2, "b"],
    [1, 0, 2, "tie"],
    [1, 1, 2, "a"],
    [2, 0, 1, "b"],
    [2, 0, 2, "a"],
  ];
  const input = anInput({ entries: 3, prompts: 5, axes: [choice(votesOf(votes))] });
  const { needed } = computeBoard(input, { seed: 1, resamples: 500 });
  expect(needed.length).toBeGreaterThan(0);
  for (const { tell } of needed) {
    expect(tell.votes).toBeGreaterThan(100);
    expect(tell.votes).toBeLessThan(1_000);
    expect(tell.needsPrompts).toBe(true);
  }
});
