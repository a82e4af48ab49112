import type { AxisInput, BoardInput, RatingColumns, VoteColumns } from "../board/board-input.ts";
import type { BoardOptions, BoardResult } from "../board/board-result.ts";
import { sortRatings, sortVotes } from "../board/sort-rows.ts";

/** JSON with sorted keys and without whitespace: one text per value. */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no place in JSON`);
    return JSON.stringify(value === 0 ? 0 : value);
  }
  // Fast path for numeric columns, which may have millions of entries.
  if (Array.isArray(value) && value.every((one) => Number.isFinite(one))) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") throw new RangeError(`${typeof value} has no place in JSON`);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
};

type Portable<T> = { readonly [K in keyof T]: readonly number[] };

export type PortableAxis =
  | (Omit<Extract<AxisInput, { kind: "choice" }>, "votes"> & { readonly votes: Portable<VoteColumns> })
  | (Omit<Exclude<AxisInput, { kind: "choice" }>, "ratings"> & { readonly ratings: Portable<RatingColumns> });

/** All inputs of a leaderboard in JSON-compatible form. */
export interface PortableInput extends Omit<BoardInput, "promptWeight" | "category" | "repeats" | "axes"> {
  readonly promptWeight: readonly number[];
  readonly category: readonly number[];
  readonly repeats: Portable<BoardInput["repeats"]>;
  readonly axes: readonly PortableAxis[];
}

const toArrays = <T extends object>(columns: T): Portable<T> => {
  const arrays: Record<string, number[]> = {};
  for (const [name, column] of Object.entries(columns as Record<string, ArrayLike<number>>)) {
    arrays[name] = Array.from(column);
  }
  return arrays as Portable<T>;
};

const sortRepeats = ({ first, second }: BoardInput["repeats"]): Portable<BoardInput["repeats"]> => {
  const pairs = Array.from(first, (one, row) => [one, second[row] ?? 0] as const).sort(
    ([a, b], [c, d]) => a - c || b - d,
  );
  return { first: pairs.map(([one]) => one), second: pairs.map(([, other]) => other) };
};

const toPortableAxis = (axis: AxisInput): PortableAxis =>
  axis.kind === "choice"
    ? { ...axis, votes: toArrays(sortVotes(axis.votes)) }
    : { ...axis, ratings: toArrays(sortRatings(axis.ratings)) };

/** With rows in canonical order. */
export const toPortable = (input: BoardInput): PortableInput => ({
  ...input,
  promptWeight: Array.from(input.promptWeight),
  category: Array.from(input.category),
  repeats: sortRepeats(input.repeats),
  axes: input.axes.map(toPortableAxis),
});

const toVotes = (votes: Portable<VoteColumns>): VoteColumns => ({
  prompt: Int32Array.from(votes.prompt),
  sample: Int32Array.from(votes.sample),
  a: Int32Array.from(votes.a),
  b: Int32Array.from(votes.b),
  outcome: Uint8Array.from(votes.outcome),
  wasSwapped: Uint8Array.from(votes.wasSwapped),
  rater: Int32Array.from(votes.rater),
  weight: Float64Array.from(votes.weight),
});

const toRatings = (ratings: Portable<RatingColumns>): RatingColumns => ({
  prompt: Int32Array.from(ratings.prompt),
  entry: Int32Array.from(ratings.entry),
  sample: Int32Array.from(ratings.sample),
  part: Int32Array.from(ratings.part),
  value: Float64Array.from(ratings.value),
  count: Int32Array.from(ratings.count),
});

export const fromPortable = (portable: PortableInput): BoardInput => ({
  ...portable,
  promptWeight: Float64Array.from(portable.promptWeight),
  category: Int32Array.from(portable.category),
  repeats: { first: Int32Array.from(portable.repeats.first), second: Int32Array.from(portable.repeats.second) },
  axes: portable.axes.map((axis) =>
    axis.kind === "choice" ? { ...axis, votes: toVotes(axis.votes) } : { ...axis, ratings: toRatings(axis.ratings) },
  ),
});

const encoder = new TextEncoder();

/** The bytes of an input, in chunks because it may be large. They do not depend on row order. */
export function* inputChunks(input: BoardInput): Generator<Uint8Array> {
  const { axes, ...rest } = input;
  yield encoder.encode(canonicalJson({ ...toPortable({ ...rest, axes: [] }) }));
  for (const axis of axes) {
    yield encoder.encode("\n");
    yield encoder.encode(canonicalJson(toPortableAxis(axis)));
  }
}

/** The bytes of a leaderboard with all its inputs, over which a snapshot's hash is computed. */
export function* boardChunks(input: BoardInput, options: BoardOptions, result: BoardResult): Generator<Uint8Array> {
  yield* inputChunks(input);
  const { seed, resamples } = options;
  yield encoder.encode(`\n${canonicalJson({ seed, resamples })}\n${canonicalJson(result)}\n`);
}
