import { addTo, f64, i32 } from "../math/numbers.ts";
import { type Resamples, timesOf } from "../math/resamples.ts";
import type { RatingCounts } from "../pairs/count-ratings.ts";
import type { RatingsAxis } from "./board-input.ts";
import type { AxisResult, EntryResult, PartResult } from "./board-result.ts";
import type { Sampled } from "./compare-entries.ts";
import { rankOf } from "./ranks.ts";
import { deltasOf, type Standing, scoresOf, standingOf } from "./standing.ts";

const addMeans = (counts: RatingCounts, times: Uint16Array | null, into: Float64Array, below: Float64Array): void => {
  into.fill(0);
  below.fill(0);
  for (let slot = 0; slot < counts.slots; slot++) {
    const factor = times === null ? 1 : (times[slot] as number);
    if (factor === 0) continue;
    const end = i32(counts.start, slot + 1);
    for (let cell = i32(counts.start, slot); cell < end; cell++) {
      addTo(into, i32(counts.entry, cell), factor * f64(counts.above, cell));
      addTo(below, i32(counts.entry, cell), factor * f64(counts.below, cell));
    }
  }
  // 0 / 0 is NaN, the mean of no values.
  for (let entry = 0; entry < into.length; entry++) into[entry] = f64(into, entry) / f64(below, entry);
};

const promptsBehind = (counts: RatingCounts): { readonly effective: Float64Array; readonly plain: Int32Array } => {
  const [sums, squares] = [new Float64Array(counts.entries), new Float64Array(counts.entries)];
  const plain = new Int32Array(counts.entries);
  for (const [cell, entry] of counts.entry.entries()) {
    addTo(sums, entry, f64(counts.below, cell));
    addTo(squares, entry, f64(counts.below, cell) ** 2);
    plain[entry] = i32(plain, entry) + 1;
  }
  return { effective: sums.map((value, entry) => (value > 0 ? value ** 2 / f64(squares, entry) : 0)), plain };
};

export const meansOf = (counts: RatingCounts, times: Uint16Array | null): Float64Array => {
  const point = new Float64Array(counts.entries);
  addMeans(counts, times, point, new Float64Array(counts.entries));
  return point;
};

export const sampleMeans = (counts: RatingCounts, resamples: Resamples): Sampled => {
  const { entries } = counts;
  const samples = new Float64Array(resamples.count * entries);
  const below = new Float64Array(entries);
  for (let n = 0; n < resamples.count; n++) {
    addMeans(counts, timesOf(resamples, n), samples.subarray(n * entries, (n + 1) * entries), below);
  }
  return { point: meansOf(counts, null), samples, prompts: promptsBehind(counts).effective };
};

export interface RatingBoard {
  readonly result: AxisResult;
  /** Null when the axis has no single number: lists, maps and texts. */
  readonly sampled: Sampled | null;
  readonly counts: RatingCounts;
  readonly standing: Standing | null;
}

interface Answered {
  readonly votes: Int32Array;
  readonly prompts: Int32Array;
  readonly judgedPrompts: number;
}

/** An answer to a list covers every option, so the part with the most answers has all of them. */
const countAnswers = (parts: readonly RatingCounts[], entries: number): Answered => {
  const [votes, prompts] = [new Int32Array(entries), new Int32Array(entries)];
  let judgedPrompts = 0;
  for (const counts of parts) {
    const own = new Float64Array(entries);
    for (const [cell, entry] of counts.entry.entries()) addTo(own, entry, f64(counts.answers, cell));
    const { plain } = promptsBehind(counts);
    for (let entry = 0; entry < entries; entry++) {
      votes[entry] = Math.max(i32(votes, entry), f64(own, entry));
      prompts[entry] = Math.max(i32(prompts, entry), i32(plain, entry));
    }
    const judged = counts.start.filter((begin, slot) => slot > 0 && begin > i32(counts.start, slot - 1)).length;
    judgedPrompts = Math.max(judgedPrompts, judged);
  }
  return { votes, prompts, judgedPrompts };
};

const describePart = (key: string, counts: RatingCounts, resamples: Resamples): PartResult => {
  const sampled = sampleMeans(counts, resamples);
  return {
    key,
    values: Array.from(sampled.point, (value) => (Number.isNaN(value) ? null : value)),
    intervals: scoresOf(sampled),
  };
};

const describeGroups = (votes: Int32Array): number[][] => {
  const all = Array.from(votes.keys());
  const rated = all.filter((entry) => i32(votes, entry) > 0);
  const alone = all.filter((entry) => i32(votes, entry) === 0).map((entry) => [entry]);
  return rated.length > 0 ? [rated, ...alone] : alone;
};

/** Leaderboard from ratings of single clips: means, shares and counts, with intervals by resampling prompts. */
export const boardOfRatings = (
  axis: RatingsAxis,
  parts: readonly RatingCounts[],
  { resamples, baseline, entries }: { resamples: Resamples; baseline: number | null; entries: number },
): RatingBoard => {
  const [main] = parts;
  if (main === undefined) throw new RangeError(`${axis.key} has no part`);
  const hasScore = axis.kind === "number" || axis.kind === "boolean";
  const sampled = hasScore ? sampleMeans(main, resamples) : null;
  const answered = countAnswers(parts, entries);
  const groups = describeGroups(answered.votes);
  const rated = groups[0] ?? [];
  const standing = sampled && standingOf(sampled, axis.direction, rated.length > 1 ? [rated] : []);
  const deltas = sampled && deltasOf(sampled, baseline, () => true);
  const described: EntryResult[] = Array.from({ length: entries }, (_, entry) => ({
    entry,
    rank:
      standing?.scores[entry] && axis.direction !== "none" && rated.length > 1
        ? rankOf(standing.ahead, entry, rated)
        : null,
    score: standing?.scores[entry] ?? null,
    delta: deltas?.[entry] ?? null,
    tally: null,
    votes: i32(answered.votes, entry),
    prompts: i32(answered.prompts, entry),
    carried: null,
    isOpenAbove: false,
    isOpenBelow: false,
  }));
  const result: AxisResult = {
    key: axis.key,
    kind: axis.kind,
    direction: axis.direction,
    weight: axis.weight,
    model: "mean",
    groups,
    entries: described,
    beats: standing?.beats ?? [],
    alpha: null,
    parts: axis.parts.flatMap((key, part) => (parts[part] ? [describePart(key, parts[part], resamples)] : [])),
    votes: answered.votes.reduce((total, votes) => total + votes, 0),
    prompts: answered.judgedPrompts,
  };
  return { result, sampled, counts: main, standing };
};
