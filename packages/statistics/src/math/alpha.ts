import type { Level } from "../board/board-input.ts";
import type { AlphaResult } from "../board/board-result.ts";
import { intervalOf } from "./intervals.ts";
import { addTo, f64, i32, sum } from "./numbers.ts";
import { seededRandom } from "./random.ts";

/**
 * Input of Krippendorff's alpha (inter-rater agreement): answers about units, ordered by unit; a row is `count` equal
 * answers.
 */
export interface AgreementRows {
  /** Numbered from zero, without gaps. */
  readonly unit: Int32Array;
  /** Index into the distinct values. */
  readonly place: Int32Array;
  readonly count: Float64Array;
  readonly distinct: Float64Array;
  readonly units: number;
  /** The prompt of each unit. */
  readonly prompt: Int32Array;
}

/** Distances between the distinct values, as rows of a square matrix: for values that are no numbers, like sets. */
export interface Distances {
  readonly size: number;
  readonly values: Float64Array;
}

type Metric = Level | Distances;

interface Disagreement {
  readonly observed: number;
  readonly expected: number;
}

/** For ordinal data the distance depends on the frequency of each value: it is the difference of mid-ranks. */
const positionsOf = (metric: Metric, distinct: Float64Array, often: Float64Array): Float64Array => {
  if (metric !== "ordinal") return distinct;
  let below = 0;
  return often.map((count) => {
    below += count;
    return below - count / 2;
  });
};

/** A range of rows: the frequency of each value, and its position. */
interface RatingRange {
  readonly often: Float64Array;
  readonly place: Int32Array;
  readonly begin: number;
  readonly end: number;
}

const ratiosApart = ({ often, place, begin, end }: RatingRange, positions: Float64Array): number => {
  let apart = 0;
  for (let one = begin; one < end; one++) {
    for (let other = begin; other < one; other++) {
      const [high, low] = [f64(positions, i32(place, one)), f64(positions, i32(place, other))];
      if (high + low === 0) continue;
      apart += 2 * f64(often, one) * f64(often, other) * ((high - low) / (high + low)) ** 2;
    }
  }
  return apart;
};

const distancesApart = ({ often, place, begin, end }: RatingRange, { size, values }: Distances): number => {
  let apart = 0;
  for (let one = begin; one < end; one++) {
    const row = i32(place, one) * size;
    for (let other = begin; other < one; other++)
      apart += 2 * f64(often, one) * f64(often, other) * f64(values, row + i32(place, other));
  }
  return apart;
};

/** Summed over all ordered pairs of answers. */
const pairsApart = (metric: Metric, range: RatingRange, positions: Float64Array): number => {
  if (typeof metric === "object") return distancesApart(range, metric);
  if (metric === "ratio") return ratiosApart(range, positions);
  let [all, total, squares, same] = [0, 0, 0, 0];
  for (let row = range.begin; row < range.end; row++) {
    const [count, at] = [f64(range.often, row), f64(positions, i32(range.place, row))];
    all += count;
    total += count * at;
    squares += count * at * at;
    same += count * count;
  }
  return metric === "nominal" ? all * all - same : Math.max(0, 2 * (all * squares - total * total));
};

interface Units {
  readonly rows: AgreementRows;
  readonly start: Int32Array;
  readonly size: Float64Array;
}

const indexUnits = (rows: AgreementRows): Units => {
  const start = new Int32Array(rows.units + 1);
  const size = new Float64Array(rows.units);
  for (const [row, unit] of rows.unit.entries()) {
    start[unit + 1] = row + 1;
    addTo(size, unit, f64(rows.count, row));
  }
  return { rows, start, size };
};

const weigh = ({ rows, start, size }: Units, metric: Metric, times: Uint16Array | null): Disagreement => {
  const often = new Float64Array(rows.distinct.length);
  for (let row = 0; row < rows.unit.length; row++) {
    const factor = times === null ? 1 : (times[i32(rows.unit, row)] as number);
    addTo(often, i32(rows.place, row), f64(rows.count, row) * factor);
  }
  const all = sum(often);
  const positions = positionsOf(metric, rows.distinct, often);
  let observed = 0;
  for (let unit = 0; unit < rows.units; unit++) {
    const factor = times === null ? 1 : (times[unit] as number);
    if (factor === 0) continue;
    const [begin, end] = [i32(start, unit), i32(start, unit + 1)];
    // A single row means that all answers agree.
    if (end - begin < 2) continue;
    const apart = pairsApart(metric, { often: rows.count, place: rows.place, begin, end }, positions);
    observed += (factor * apart) / (f64(size, unit) - 1);
  }
  const place = Int32Array.from(often.keys());
  const expected = pairsApart(metric, { often, place, begin: 0, end: often.length }, positions);
  return { observed: observed / all, expected: expected / (all * (all - 1)) };
};

/** NaN when all answers are equal: alpha is undefined without variation. */
const toAlpha = ({ observed, expected }: Disagreement): number => (expected > 0 ? 1 - observed / expected : Number.NaN);

const asFigure = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Limits the cost for a million answers, which need fewer resamples. */
const MOST_STEPS = 2e7;
const FEWEST_RESAMPLES = 200;

const resamplesFor = ({ unit, distinct }: AgreementRows, metric: Metric, asked: number): number => {
  const isSquare = metric === "ratio" || typeof metric === "object";
  const cost = unit.length + (isSquare ? distinct.length ** 2 : distinct.length);
  return Math.min(asked, Math.max(FEWEST_RESAMPLES, Math.floor(MOST_STEPS / Math.max(1, cost))));
};

export interface ResampleOptions {
  readonly seed: number;
  readonly resamples: number;
}

type AlphaFigures = Omit<AlphaResult, "level">;

const resampleAlpha = (
  parts: readonly AgreementRows[],
  metric: Metric,
  { seed, resamples }: ResampleOptions,
): AlphaFigures | null => {
  const used = parts.filter(({ units }) => units > 0).map(indexUnits);
  const [first] = used;
  if (first === undefined) return null;
  const whole = used.map((units) => weigh(units, metric, null));
  // Keys of a map have different units, so each is scaled by its own expected disagreement.
  const weights = whole.map(({ expected }) => (metric === "nominal" || expected === 0 ? 1 : 1 / expected));
  const combine = (each: readonly Disagreement[]): Disagreement => ({
    observed: each.reduce((total, { observed }, part) => total + observed * (weights[part] ?? 1), 0),
    expected: each.reduce((total, { expected }, part) => total + expected * (weights[part] ?? 1), 0),
  });
  const value = toAlpha(combine(whole));
  const random = seededRandom(seed);
  const most = Math.max(...used.map(({ rows }) => rows.units));
  const rounds = Math.min(...used.map(({ rows }) => resamplesFor(rows, metric, resamples)));
  const samples = Float64Array.from({ length: rounds }, () =>
    toAlpha(
      combine(
        used.map((units) => {
          const times = new Uint16Array(units.rows.units);
          for (let draw = 0; draw < times.length; draw++) {
            const unit = random.below(times.length);
            times[unit] = (times[unit] as number) + 1;
          }
          return weigh(units, metric, times);
        }),
      ),
    ),
  );
  const interval = intervalOf(value, samples, most);
  const low = interval?.low ?? Number.NaN;
  const high = Math.min(1, interval?.high ?? Number.NaN);
  return { value: asFigure(value), low: asFigure(low), high: asFigure(high), units: most };
};

/**
 * Krippendorff's alpha with an interval by resampling units. With several parts (options of a list, keys of a map) each part
 * is computed by itself, so that options that are always chosen do not count as agreement.
 */
export const alphaOf = (
  parts: readonly AgreementRows[],
  level: Level,
  options: ResampleOptions,
): AlphaResult | null => {
  const figures = resampleAlpha(parts, level, options);
  return figures && { ...figures, level };
};

/** Krippendorff's alpha with given distances between the values, such as the Jaccard distance of sets. */
export const alphaByDistances = (
  rows: AgreementRows,
  distances: Distances,
  options: ResampleOptions,
): AlphaFigures | null => resampleAlpha([rows], distances, options);
