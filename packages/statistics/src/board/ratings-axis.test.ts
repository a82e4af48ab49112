import { expect, it } from "vitest";
import { computeBoard } from "../compute-board.ts";
import { anInput, type PlainRating, ratingsOf } from "../testing/boards.ts";
import type { RatingsAxis } from "./board-input.ts";

const options = { seed: 3, resamples: 300 };

const boardOf = (
  axis: Partial<RatingsAxis> & Pick<RatingsAxis, "kind" | "ratings">,
  given: { entries: number; aggregation?: "All" | "Average" },
) =>
  computeBoard(
    anInput({
      prompts: 40,
      ...given,
      axes: [{ key: "q", direction: "higher", weight: 1, level: "interval", parts: [], ...axis }],
    }),
    options,
  );

const perPrompt = (make: (prompt: number) => readonly PlainRating[]): PlainRating[] =>
  Array.from({ length: 40 }, (_, prompt) => make(prompt)).flat();

it("a ratings axis gives the mean with an interval, ranks, and the chance to be better", () => {
  const ratings = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, 4 + (prompt % 2)],
      [prompt, 1, 2 + (prompt % 3)],
    ]),
  );
  const [axis] = boardOf({ kind: "number", ratings }, { entries: 3 }).axes;
  expect(axis?.entries[0]).toMatchObject({ rank: 1, score: { value: 4.5 }, votes: 40, prompts: 40, tally: null });
  expect(axis?.entries[1]?.rank).toBe(2);
  expect(axis?.entries[2]).toMatchObject({ rank: null, score: null, votes: 0 });
  expect(axis?.beats[0]?.[1]).toBeGreaterThan(0.99);
  expect(axis?.groups).toEqual([[0, 1], [2]]);
  expect(axis?.entries[0]?.score?.low).toBeLessThan(4.5);
});

it("a ratings axis turns ranks round where lower is better, and gives none where nothing is", () => {
  const ratings = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, 4 + (prompt % 2)],
      [prompt, 1, 2 + (prompt % 2)],
    ]),
  );
  const ranksOf = (direction: "lower" | "none") =>
    boardOf({ kind: "number", ratings, direction }, { entries: 2 }).axes[0]?.entries.map(({ rank }) => rank);
  expect(ranksOf("lower")).toEqual([2, 1]);
  expect(ranksOf("none")).toEqual([null, null]);
  const lower = boardOf({ kind: "number", ratings, direction: "lower" }, { entries: 2 }).axes[0];
  expect(lower?.beats[1]?.[0]).toBeGreaterThan(0.9);
});

it("a ratings axis weighs every clip the same under Average, and every answer under All", () => {
  const ratings = ratingsOf([
    [0, 0, 1, 0, 3],
    [1, 0, 5],
    [2, 0, 3, 0, 1, 0],
    [2, 0, 5, 0, 1, 1],
  ]);
  const meanUnder = (aggregation: "All" | "Average") =>
    boardOf({ kind: "number", ratings }, { entries: 1, aggregation }).axes[0]?.entries[0]?.score?.value;
  expect(meanUnder("All")).toBeCloseTo(16 / 6, 6);
  expect(meanUnder("Average")).toBeCloseTo(14 / 4, 6);
});

it("a ratings axis gives the share of yes, of each option, and the mean of each key", () => {
  const yes = ratingsOf(perPrompt((prompt) => [[prompt, 0, prompt % 4 === 0 ? 1 : 0]]));
  expect(
    boardOf({ kind: "boolean", level: "nominal", ratings: yes }, { entries: 1 }).axes[0]?.entries[0]?.score?.value,
  ).toBe(0.25);

  const list = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, 1, 0],
      [prompt, 0, prompt % 2, 1],
    ]),
  );
  const [options1] = boardOf(
    { kind: "list", level: "nominal", parts: ["cat", "dog"], ratings: list },
    { entries: 2 },
  ).axes;
  expect(options1?.parts).toMatchObject([
    { key: "cat", values: [1, null] },
    { key: "dog", values: [0.5, null] },
  ]);
  expect(options1?.parts[1]?.intervals[0]?.low).toBeLessThan(0.5);
  expect(options1?.entries[0]).toMatchObject({ score: null, rank: null, votes: 40 });
  expect(options1?.beats).toEqual([]);

  const keys = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, prompt, 0],
      [prompt, 0, 2, 1],
    ]),
  );
  expect(boardOf({ kind: "key_value", parts: ["x", "y"], ratings: keys }, { entries: 1 }).axes[0]?.parts).toMatchObject(
    [
      { key: "x", values: [19.5] },
      { key: "y", values: [2] },
    ],
  );
});

it("a ratings axis counts texts and says no more of them", () => {
  const ratings = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, 1],
      [prompt, 0, 1],
    ]),
  );
  const board = boardOf({ kind: "text", level: "nominal", ratings }, { entries: 1 });
  expect(board.axes[0]?.entries[0]).toMatchObject({ votes: 80, prompts: 40, score: null });
  expect(board.axes[0]?.alpha).toBeNull();
  expect(board.prompts[0]).toEqual({ prompt: 0, votes: 2, disagreement: null, upset: null });
});

it("a ratings axis finds the prompts people differ on, and those that go against the board", () => {
  const ratings = ratingsOf(
    perPrompt((prompt) => [
      [prompt, 0, prompt === 7 ? 1 : 5],
      [prompt, 0, [3, 7].includes(prompt) ? 1 : 5],
      [prompt, 1, 3],
    ]),
  );
  const { prompts, axes } = boardOf({ kind: "number", level: "ordinal", ratings }, { entries: 2 });
  const most = (of: "disagreement" | "upset") => [...prompts].sort((a, b) => (b[of] ?? -9) - (a[of] ?? -9))[0]?.prompt;
  expect(most("disagreement")).toBe(3);
  expect(most("upset")).toBe(7);
  expect(axes[0]?.alpha?.level).toBe("ordinal");
});
