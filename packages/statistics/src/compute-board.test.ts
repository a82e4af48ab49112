import { expect, it } from "vitest";
import type { VoteColumns } from "./board/board-input.ts";
import { computeBoard } from "./compute-board.ts";
import { boardChunks, fromPortable, inputChunks, toPortable } from "./math/canonical.ts";
import { seededRandom } from "./math/random.ts";
import { anInput, choice, clearVotes, type PlainVote, ratingsOf, votesOf } from "./testing/boards.ts";

const options = { seed: 7, resamples: 200 };
const decode = (chunks: Iterable<Uint8Array>): string =>
  [...chunks].map((chunk) => new TextDecoder().decode(chunk)).join("");

const shuffle = (votes: VoteColumns): VoteColumns => {
  const random = seededRandom(9);
  const order = Array.from(votes.prompt.keys())
    .map((row) => ({ row, at: random.unit() }))
    .sort((a, b) => a.at - b.at);
  const pick = <T extends Int32Array | Uint8Array | Float64Array>(column: T): T =>
    column.map((_, place) => column[order[place]?.row ?? 0] ?? 0) as T;
  return {
    prompt: pick(votes.prompt),
    sample: pick(votes.sample),
    a: pick(votes.a),
    b: pick(votes.b),
    outcome: pick(votes.outcome),
    wasSwapped: pick(votes.wasSwapped),
    rater: pick(votes.rater),
    weight: pick(votes.weight),
  };
};

it("computeBoard gives the same bytes for the same votes in another order, and after a way through JSON", () => {
  const input = anInput({ entries: 4, prompts: 30, axes: [choice(clearVotes(4, 30))] });
  const other = anInput({ entries: 4, prompts: 30, axes: [choice(shuffle(clearVotes(4, 30)))] });
  const bytes = decode(boardChunks(input, options, computeBoard(input, options)));
  expect(decode(boardChunks(other, options, computeBoard(other, options)))).toBe(bytes);
  const again = fromPortable(JSON.parse(JSON.stringify(toPortable(other))));
  expect(decode(boardChunks(again, options, computeBoard(again, options)))).toBe(bytes);
  expect(decode(inputChunks(again))).not.toBe(decode(inputChunks({ ...again, raters: 2 })));
});

it("computeBoard ranks by votes, with shared ranks, tallies and what it takes to change the first", () => {
  const board = computeBoard(
    anInput({ entries: 3, prompts: 120, baseline: 2, axes: [choice(clearVotes(3, 120))] }),
    options,
  );
  const [axis] = board.axes;
  expect(axis?.entries.map(({ entry, votes, prompts }) => [entry, votes, prompts])).toEqual([
    [0, 240, 120],
    [1, 240, 120],
    [2, 240, 120],
  ]);
  expect(axis?.entries[0]).toMatchObject({ rank: 1, carried: null, tally: { win: 180, tie: 0, loss: 60, bothBad: 0 } });
  expect(axis?.entries[2]).toMatchObject({ rank: 3, delta: null });
  expect(axis?.entries[0]?.delta?.low).toBeGreaterThan(0);
  expect(axis?.beats[0]?.[2]).toBeGreaterThan(0.99);
  expect(axis?.beats[0]?.[0]).toBeNull();
  const scores = axis?.entries.map(({ score }) => score?.value ?? 0) ?? [];
  expect(scores.reduce((sum, value) => sum + value, 0) / 3).toBeCloseTo(1_000, 3);
  expect(board.fragility?.of).toBe(360);
  expect(board.fragility?.votes).toBeGreaterThan(5);
  expect(board.position?.low ?? 1).toBeLessThan(board.position?.high ?? 0);
  expect(board.method).toMatchObject({ model: "bradley_terry", votes: 360, prompts: 120, tieShare: 0 });
});

it("computeBoard gives ties a chance of their own when they are many", () => {
  const many = clearVotes(3, 40);
  const input = anInput({
    entries: 3,
    prompts: 40,
    axes: [choice({ ...many, outcome: many.outcome.map((code, row) => (row % 2 === 0 ? 2 : code)) })],
  });
  expect(computeBoard(input, options).method).toMatchObject({ model: "davidson", tieShare: 0.5 });
});

it("computeBoard gives no score to an entry that is not connected to the rest", () => {
  const list = Array.from({ length: 12 }, (_, prompt): PlainVote[] => [
    [prompt, 0, 1, prompt % 3 === 0 ? "b" : "a"],
    [prompt, 2, 0, "a"],
    [prompt, 3, 4, prompt % 3 === 0 ? "b" : "a"],
  ]).flat();
  const [axis] = computeBoard(anInput({ entries: 6, prompts: 12, axes: [choice(votesOf(list))] }), options).axes;
  expect(axis?.groups).toEqual([[0, 1, 2], [3, 4], [5]]);
  expect(axis?.entries[2]).toMatchObject({ score: null, carried: "won_all", rank: 1 });
  expect(axis?.entries[0]?.rank).toBe(2);
  expect(axis?.entries[5]).toMatchObject({ score: null, carried: null, rank: null });
  expect(axis?.beats[2]?.[0]).toBeCloseTo(1 - 0.5 ** 13, 6);
  expect(axis?.beats[0]?.[3]).toBeNull();
});

it("computeBoard reads what one prompt alone says as nothing", () => {
  const [axis] = computeBoard(
    anInput({
      entries: 2,
      prompts: 3,
      axes: [
        choice(
          votesOf([
            [1, 0, 1, "a"],
            [1, 0, 1, "b"],
          ]),
        ),
      ],
    }),
    options,
  ).axes;
  expect(axis?.entries.map(({ score, rank }) => [score, rank])).toEqual([
    [null, null],
    [null, null],
  ]);
});

it("computeBoard gives no rank to an entry that won everything on too few prompts to set it apart", () => {
  const list = Array.from({ length: 4 }, (_, prompt): PlainVote[] => [
    [prompt, 0, 1, prompt % 2 === 0 ? "b" : "a"],
    [prompt, 2, 0, "a"],
  ]).flat();
  const [axis] = computeBoard(anInput({ entries: 3, prompts: 4, axes: [choice(votesOf(list))] }), options).axes;
  expect(axis?.entries[2]).toMatchObject({ score: null, carried: "won_all", rank: null });
  expect(axis?.entries.slice(0, 2).map(({ rank }) => rank)).toEqual([1, 1]);
  expect(axis?.beats[2]?.[0]).toBeCloseTo(1 - 0.5 ** 5, 6);
});

it("computeBoard counts each pair on each prompt once under Average", () => {
  const list: PlainVote[] = Array.from({ length: 10 }, (_, prompt): PlainVote[] => [
    ...Array.from({ length: prompt === 0 ? 8 : 1 }, (): PlainVote => [prompt, 0, 1, prompt < 3 ? "b" : "a"]),
  ]).flat();
  const under = (aggregation: "All" | "Average") => {
    const board = computeBoard(
      anInput({ entries: 2, prompts: 10, aggregation, axes: [choice(votesOf(list))] }),
      options,
    );
    return board.axes[0]?.entries[0]?.score?.value;
  };
  expect(under("Average")).toBeCloseTo(1_000 + (200 / Math.LN10) * Math.log(7 / 3), 0);
  expect(under("All")).toBeLessThan(1_000);
});

it("computeBoard answers an empty board and refuses a broken one", () => {
  const board = computeBoard(anInput({ entries: 2, prompts: 3, axes: [choice(votesOf([]))] }), options);
  expect(board.axes[0]?.entries.map(({ score, rank }) => [score, rank])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(board).toMatchObject({ needed: [], fragility: null, position: null, prompts: [], total: null });
  const refused = (list: readonly PlainVote[]) => () =>
    computeBoard(anInput({ entries: 2, prompts: 3, axes: [choice(votesOf(list))] }), options);
  expect(refused([[3, 0, 1, "a"]])).toThrow("prompt");
  expect(refused([[0, 0, 2, "a"]])).toThrow("choice.b");
  expect(refused([[0, 1, 1, "a"]])).toThrow("itself");
  expect(computeBoard(anInput({ entries: 0, prompts: 0, axes: [] }), options).axes).toEqual([]);
});

it("computeBoard scores categories by their own votes, and prompts by who disagrees and what surprises", () => {
  const list: PlainVote[] = Array.from({ length: 20 }, (_, prompt): PlainVote[] => [
    [prompt, 0, 1, prompt < 14 ? "a" : "b"],
    [prompt, 0, 1, prompt < 12 ? "a" : "b"],
  ]).flat();
  const category = Int32Array.from({ length: 21 }, (_, prompt) => (prompt < 10 ? 0 : 1));
  const board = computeBoard(
    anInput({ entries: 2, prompts: 21, category, categories: ["city", "sea"], axes: [choice(votesOf(list))] }),
    options,
  );
  expect(board.categories).toMatchObject([
    { category: "city", prompts: 10, scores: [null, null] },
    { category: "sea", prompts: 11 },
  ]);
  expect(board.categories[1]?.scores[0]).toBeLessThan(1_000);
  expect(board.prompts).toHaveLength(20);
  expect(board.prompts[0]).toMatchObject({ prompt: 0, votes: 2, disagreement: 0 });
  expect(board.prompts[12]?.disagreement).toBe(1);
  expect(board.prompts[0]?.upset).toBeLessThan(0);
  expect(board.prompts[19]?.upset).toBeGreaterThan(0);
});

it("computeBoard counts how often people agree with themselves", () => {
  const repeats = { first: Int32Array.of(0, 1, 2), second: Int32Array.of(0, 1, 1) };
  const board = computeBoard(anInput({ entries: 2, prompts: 3, axes: [choice(clearVotes(2, 3))], repeats }), options);
  expect(board.selfAgreement).toEqual({ same: 2, of: 3 });
});

it("computeBoard adds axes up by weight and direction, each in its own spread", () => {
  const rated = (better: number, scale: number) =>
    ratingsOf(
      Array.from({ length: 30 }, (_, prompt) => [
        [prompt, 0, scale * ((prompt % 3) + (better === 0 ? 1 : 0))] as const,
        [prompt, 1, scale * ((prompt % 3) + (better === 1 ? 1 : 0))] as const,
      ]).flat(),
    );
  const axis = (key: string, better: number, scale: number, direction: "higher" | "lower", weight: number) =>
    ({ kind: "number", key, direction, weight, level: "interval", parts: [], ratings: rated(better, scale) }) as const;
  const totalOf = (axes: Parameters<typeof anInput>[0]["axes"]) =>
    computeBoard(anInput({ entries: 2, prompts: 30, axes }), options).total;
  expect(totalOf([axis("x", 0, 1, "higher", 1)])).toBeNull();
  const even = totalOf([axis("x", 0, 1, "higher", 1), axis("y", 1, 100, "higher", 1)]);
  expect(even?.entries[0]?.score?.value).toBeCloseTo(0, 6);
  expect(even?.entries.map(({ rank }) => rank)).toEqual([1, 1]);
  const heavy = totalOf([axis("x", 0, 1, "higher", 3), axis("y", 1, 100, "higher", 1)]);
  expect(heavy?.entries[0]?.score?.value).toBeGreaterThan(0);
  const both = totalOf([axis("x", 0, 1, "higher", 1), axis("y", 1, 100, "lower", 1)]);
  expect(both?.entries.map(({ rank }) => rank)).toEqual([1, 2]);
});
