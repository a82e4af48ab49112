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
  expect(board((prompt) => (prompt % 2 === 0 ? 10 : 1), 20)).toEqual([{ a: 0, b: 1, votes: null }]);
});

it("the estimate includes prompts that nobody has judged yet", () => {
  const [needed] = board((prompt) => (prompt % 2 === 0 ? 10 : 1), 20, 100_000);
  expect(needed?.votes).toBeGreaterThan(1_000);
});
