import { expect, it } from "vitest";
import { computeBoard } from "../compute-board.ts";
import { anInput, choice, type PlainVote, votesOf } from "../testing/boards.ts";

const fragilityOf = (list: readonly PlainVote[], entries = 2) =>
  computeBoard(anInput({ entries, prompts: 100, axes: [choice(votesOf(list))] }), { seed: 1, resamples: 20 }).fragility;

const wins = (count: number, a: number, b: number): PlainVote[] =>
  Array.from({ length: count }, (_, n): PlainVote => [n % 100, a, b, "a"]);

it("the fragility is the lead where there are two entries", () => {
  expect(fragilityOf([...wins(60, 0, 1), ...wins(45, 1, 0)])).toEqual({ votes: 15, of: 105 });
  expect(fragilityOf(wins(8, 0, 1))).toEqual({ votes: 8, of: 8 });
});

it("the fragility of a lead finds the challenger who is closest by votes and not by score", () => {
  const list = [...wins(300, 0, 1), ...wins(280, 1, 0), ...wins(3, 0, 2), ...wins(2, 2, 0)];
  expect(fragilityOf(list, 3)?.votes).toBe(1);
});

it("the fragility is null where nobody was compared", () => {
  expect(fragilityOf([])).toBeNull();
});
