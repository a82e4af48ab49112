import { createFit, type Expectation, expectVote, type Fit, type FitData } from "../math/fit-strengths.ts";
import { solveWith } from "../math/linear.ts";
import { f64, i32, sum } from "../math/numbers.ts";
import type { PairCounts } from "./count-pairs.ts";
import { addUp } from "./pair-totals.ts";

/** Challengers examined in full; by the first estimate the others are further away. */
const CHALLENGERS = 3;
const PIECES = 8;
/** A lead small enough to be caused by the ridge: a sixth of an Elo point. */
const LEVEL = 1e-3;

const HALVES = [0.5, -0.5, 0] as const;
const KINDS = [0, 1, 2] as const;

/** Judgements of one pair with the same outcome are interchangeable: only their number matters. */
interface Pool {
  readonly fit: Fit;
  readonly counts: PairCounts;
  /** By pair: wins of the first, wins of the second, ties. */
  readonly left: readonly [Float64Array, Float64Array, Float64Array];
  readonly params: Float64Array;
}

const dataOf = ({ left: [first, second, ties] }: Pool): FitData => ({
  score: first.map((wins, pair) => wins + f64(ties, pair) / 2),
  total: first.map((wins, pair) => wins + f64(second, pair) + f64(ties, pair)),
  ties: sum(ties),
});

const refit = (pool: Pool): Float64Array => {
  pool.fit.solve(dataOf(pool), pool.params);
  return pool.params;
};

interface Removal {
  readonly pair: number;
  readonly kind: 0 | 1 | 2;
  /** How much the lead shrinks without one such judgement. */
  readonly gain: number;
}

/** First-order change of the lead per additional judgement of each pair and outcome. */
const leversOn = (pool: Pool, leader: number, challenger: number, hasTies: boolean) => {
  const { fit, counts, params } = pool;
  const pull = new Float64Array(fit.size);
  pull[leader] = 1;
  pull[challenger] = -1;
  solveWith(fit.information(dataOf(pool), params), fit.size, pull);
  const nu = hasTies ? Math.exp(f64(params, fit.size - 1)) : 0;
  const tiePull = hasTies ? f64(pull, fit.size - 1) : 0;
  const expected: Expectation = { half: 0, halfVariance: 0, tie: 0 };
  return (pair: number, kind: Removal["kind"]): number => {
    const [one, other] = [i32(counts.first, pair), i32(counts.second, pair)];
    expectVote(f64(params, one) - f64(params, other), nu, expected);
    const lever = f64(pull, one) - f64(pull, other);
    return lever * (HALVES[kind] - expected.half) + tiePull * ((kind === 2 ? 1 : 0) - expected.tie);
  };
};

/** Removal candidates, sorted by their influence on the lead. */
const listRemovals = (pool: Pool, leader: number, challenger: number, hasTies: boolean): Removal[] => {
  const gainOf = leversOn(pool, leader, challenger, hasTies);
  const found: Removal[] = [];
  for (let pair = 0; pair < pool.counts.first.length; pair++) {
    for (const kind of KINDS) {
      if (f64(pool.left[kind], pair) < 1) continue;
      const gain = gainOf(pair, kind);
      if (gain > 0) found.push({ pair, kind, gain });
    }
  }
  return found.sort((a, b) => b.gain - a.gain || a.pair - b.pair || a.kind - b.kind);
};

const leadOf = (params: Float64Array, leader: number, challenger: number): number =>
  f64(params, leader) - f64(params, challenger);

/** Number of judgements to remove, assuming that no removal changes the influence of the others. */
const estimate = (pool: Pool, removals: readonly Removal[], lead: number): number => {
  let [rest, votes] = [lead, 0];
  for (const { pair, kind, gain } of removals) {
    const there = Math.floor(f64(pool.left[kind], pair));
    if (there * gain >= rest) return votes + Math.ceil(rest / gain);
    rest -= there * gain;
    votes += there;
  }
  return Number.POSITIVE_INFINITY;
};

interface Step {
  readonly pair: number;
  readonly kind: 0 | 1 | 2;
  readonly votes: number;
}

const take = ({ left }: Pool, { pair, kind, votes }: Step): void => {
  left[kind][pair] = f64(left[kind], pair) - votes;
};

const copyOf = (pool: Pool): Pool => ({
  ...pool,
  left: [pool.left[0].slice(), pool.left[1].slice(), pool.left[2].slice()],
  params: pool.params.slice(),
});

/** Greedily removes the most influential judgements and refits, until the challenger is ahead. */
const walk = (start: Pool, leader: number, challenger: number, hasTies: boolean): Step[] | null => {
  const pool = copyOf(start);
  const steps: Step[] = [];
  for (;;) {
    const lead = leadOf(refit(pool), leader, challenger);
    if (lead < LEVEL) return steps;
    const removals = listRemovals(pool, leader, challenger, hasTies);
    if (removals.length === 0) return null;
    const expected = Math.min(estimate(pool, removals, lead), sum(dataOf(pool).total));
    // In batches, because each removal changes the influence of the rest; one by one at the end.
    let piece = Math.max(1, Math.floor(expected / PIECES));
    for (const { pair, kind } of removals) {
      const step = { pair, kind, votes: Math.min(piece, Math.floor(f64(pool.left[kind], pair))) };
      take(pool, step);
      steps.push(step);
      piece -= step.votes;
      if (piece === 0) break;
    }
  }
};

/** The shortest prefix of those removals that is sufficient, verified by refitting. */
const shorten = (start: Pool, steps: readonly Step[], leader: number, challenger: number): number => {
  const singles = steps.flatMap((step) => Array.from({ length: step.votes }, () => ({ ...step, votes: 1 })));
  const isEnough = (votes: number): boolean => {
    const pool = copyOf(start);
    for (const step of singles.slice(0, votes)) take(pool, step);
    return leadOf(refit(pool), leader, challenger) < LEVEL;
  };
  let [low, high] = [0, singles.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
};

/**
 * The smallest number of judgements found whose removal changes or ties the first rank: greedy by influence and verified by
 * refitting. It is certainly sufficient, but not proven to be minimal.
 */
export const fragilityOf = (counts: PairCounts, hasTies: boolean): { votes: number; of: number } | null => {
  const totals = addUp(counts, null);
  const of = sum(totals.total);
  if (counts.entries < 2 || of === 0) return null;
  const fit = createFit({ entries: counts.entries, first: counts.first, second: counts.second, side: null, hasTies });
  const wins = totals.score.map((score, pair) => score - f64(totals.ties, pair) / 2);
  const losses = totals.total.map((total, pair) => total - f64(wins, pair) - f64(totals.ties, pair));
  const pool: Pool = { fit, counts, left: [wins, losses, totals.ties], params: new Float64Array(fit.size) };
  const strengths = refit(pool).slice(0, counts.entries);
  const order = Array.from(strengths.keys()).sort((a, b) => f64(strengths, b) - f64(strengths, a) || a - b);
  const [leader = 0, ...others] = order;
  const challengers = others
    .map((challenger) => ({
      challenger,
      expected: estimate(
        pool,
        listRemovals(pool, leader, challenger, hasTies),
        leadOf(pool.params, leader, challenger),
      ),
    }))
    .sort((a, b) => a.expected - b.expected || a.challenger - b.challenger)
    .slice(0, CHALLENGERS);
  const found = challengers.flatMap(({ challenger }) => {
    const steps = walk(pool, leader, challenger, hasTies);
    return steps === null ? [] : [shorten(pool, steps, leader, challenger)];
  });
  return found.length > 0 ? { votes: Math.min(...found), of: Math.round(of) } : null;
};
