import {
  type BoardInput,
  emptyRatings,
  emptyVotes,
  OUTCOMES,
  type Outcome,
  type RatingColumns,
  type VoteColumns,
} from "../board/board-input.ts";

export type PlainVote = readonly [
  prompt: number,
  a: number,
  b: number,
  outcome: Outcome,
  isSwapped?: boolean,
  rater?: number,
];

export const votesOf = (list: readonly PlainVote[]): VoteColumns => {
  const votes = emptyVotes(list.length);
  for (const [row, [prompt, a, b, outcome, isSwapped = false, rater = 0]] of list.entries()) {
    votes.prompt[row] = prompt;
    votes.a[row] = a;
    votes.b[row] = b;
    votes.outcome[row] = OUTCOMES.indexOf(outcome);
    votes.wasSwapped[row] = isSwapped ? 1 : 0;
    votes.rater[row] = rater;
  }
  return votes;
};

export type PlainRating = readonly [
  prompt: number,
  entry: number,
  value: number,
  part?: number,
  count?: number,
  sample?: number,
];

export const ratingsOf = (list: readonly PlainRating[]): RatingColumns => {
  const ratings = emptyRatings(list.length);
  for (const [row, [prompt, entry, value, part = 0, count = 1, sample = 0]] of list.entries()) {
    ratings.prompt[row] = prompt;
    ratings.entry[row] = entry;
    ratings.value[row] = value;
    ratings.part[row] = part;
    ratings.count[row] = count;
    ratings.sample[row] = sample;
  }
  return ratings;
};

export const anInput = (given: Partial<BoardInput> & Pick<BoardInput, "entries" | "prompts" | "axes">): BoardInput => ({
  promptWeight: new Float64Array(given.prompts).fill(1),
  category: new Int32Array(given.prompts).fill(-1),
  categories: [],
  baseline: null,
  aggregation: "All",
  raters: 1,
  repeats: { first: new Int32Array(0), second: new Int32Array(0) },
  ...given,
});

export const choice = (votes: VoteColumns) =>
  ({ kind: "choice", key: "choice", direction: "higher", weight: 1, votes }) as const;

/** The first of two wins three of four; each pair on each prompt. */
export const clearVotes = (entries: number, prompts: number): VoteColumns =>
  votesOf(
    Array.from({ length: prompts }, (_, prompt) => prompt).flatMap((prompt) =>
      Array.from({ length: entries }, (_, a) => a).flatMap((a) =>
        Array.from({ length: entries - a - 1 }, (_, step): PlainVote => {
          const b = a + step + 1;
          return [prompt, a, b, (prompt + a + b) % 4 === 0 ? "b" : "a", prompt % 2 === 0, prompt % 5];
        }),
      ),
    ),
  );
