import { factorise, solveWith } from "./linear.ts";
import { addTo, f64, i32 } from "./numbers.ts";

/** Large enough to keep every fit finite, too small to move a finite one. */
export const RIDGE = 1e-3;

const MOST_STEPS = 200;
/** Newton's method converges quadratically: after a step of this size the next would not change any printed digit. */
const SMALL_STEP = 1e-7;
/** Far from the maximum the likelihood is flat and a full step would overshoot. */
const LONGEST_STEP = 3;
/** Below this size a full step always increases the likelihood. */
const SAFE_STEP = 0.25;
const MOST_HALVINGS = 30;

export interface FitShape {
  readonly entries: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 1 when the first of the pair was on the left, −1 when on the right; null omits position bias. */
  readonly side: Float64Array | null;
  /** Davidson's model has a parameter for ties; without it a tie is half a win for each. */
  readonly hasTies: boolean;
}

export interface FitData {
  /** For each pair: the score of the first, and its maximum. */
  readonly score: Float64Array;
  readonly total: Float64Array;
  readonly ties: number;
}

export interface Fit {
  /** Number of parameters: the strengths, then position bias, then the log tie parameter, if requested. */
  readonly size: number;
  /** Starts at `params` and stores the maximum there; returns false when it did not converge. */
  solve(data: FitData, params: Float64Array): boolean;
  /** The Cholesky factor of the information matrix at these parameters; overwritten by the next call. */
  information(data: FitData, params: Float64Array): Float64Array;
}

/** Expectation of the Bradley-Terry model with ties (Davidson) for one judgement with logit d and tie parameter nu. */
export interface Expectation {
  /** Of half a point for a win and minus half a point for a loss. */
  half: number;
  halfVariance: number;
  tie: number;
}

export const expectVote = (d: number, nu: number, into: Expectation): void => {
  const up = Math.exp(d / 2);
  const whole = up + 1 / up + nu;
  const [win, loss] = [up / whole, 1 / up / whole];
  into.half = (win - loss) / 2;
  into.halfVariance = (win + loss) / 4 - into.half ** 2;
  into.tie = nu / whole;
};

interface Work {
  readonly shape: FitShape;
  readonly size: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly expected: Expectation;
}

const addPair = (work: Work, data: FitData, params: Float64Array, pair: number, nu: number): void => {
  const { shape, size, gradient, hessian, expected } = work;
  const total = f64(data.total, pair);
  if (total === 0) return;
  const [one, other] = [i32(shape.first, pair), i32(shape.second, pair)];
  const side = shape.side === null ? 0 : f64(shape.side, pair);
  const beta = side === 0 ? 0 : f64(params, shape.entries);
  expectVote(f64(params, one) - f64(params, other) + side * beta, nu, expected);
  const rest = f64(data.score, pair) - total / 2 - total * expected.half;
  const information = total * expected.halfVariance;
  addTo(gradient, one, rest);
  addTo(gradient, other, -rest);
  addTo(hessian, one * size + one, information);
  addTo(hessian, other * size + other, information);
  // Pairs name the lower entry first, and only the lower triangle is read.
  addTo(hessian, other * size + one, -information);
  if (side !== 0) {
    addTo(gradient, shape.entries, side * rest);
    addTo(hessian, shape.entries * size + shape.entries, information);
    addTo(hessian, shape.entries * size + one, side * information);
    addTo(hessian, shape.entries * size + other, -side * information);
  }
  if (nu === 0) return;
  const last = size - 1;
  const together = -total * expected.tie * expected.half;
  addTo(gradient, last, -total * expected.tie);
  addTo(hessian, last * size + last, total * expected.tie * (1 - expected.tie));
  addTo(hessian, last * size + one, together);
  addTo(hessian, last * size + other, -together);
  if (side !== 0) addTo(hessian, last * size + shape.entries, side * together);
};

const climb = (work: Work, data: FitData, params: Float64Array): void => {
  const { shape, size, gradient, hessian } = work;
  hessian.fill(0);
  for (let at = 0; at < size; at++) {
    gradient[at] = -RIDGE * f64(params, at);
    hessian[at * size + at] = RIDGE;
  }
  const nu = shape.hasTies ? Math.exp(f64(params, size - 1)) : 0;
  if (shape.hasTies) addTo(gradient, size - 1, data.ties);
  for (let pair = 0; pair < shape.first.length; pair++) addPair(work, data, params, pair, nu);
  factorise(hessian, size);
};

/** Log-likelihood with the ridge penalty. */
const heightOf = ({ shape, size }: Work, data: FitData, params: Float64Array): number => {
  const nu = shape.hasTies ? Math.exp(f64(params, size - 1)) : 0;
  let height = shape.hasTies ? data.ties * f64(params, size - 1) : 0;
  for (let at = 0; at < size; at++) height -= (RIDGE / 2) * f64(params, at) ** 2;
  for (let pair = 0; pair < shape.first.length; pair++) {
    const total = f64(data.total, pair);
    if (total === 0) continue;
    const beta = shape.side === null ? 0 : f64(shape.side, pair) * f64(params, shape.entries);
    const d = f64(params, i32(shape.first, pair)) - f64(params, i32(shape.second, pair)) + beta;
    // The larger term is factored out of the sum, which would overflow otherwise.
    const rest = Math.log1p(Math.exp(-Math.abs(d)) + nu * Math.exp(-Math.abs(d) / 2));
    height += (f64(data.score, pair) - total / 2) * d - total * (Math.abs(d) / 2 + rest);
  }
  return height;
};

const go = (params: Float64Array, step: Float64Array, factor: number): void => {
  for (let at = 0; at < params.length; at++) addTo(params, at, factor * f64(step, at));
};

/**
 * Backtracking line search: far from the maximum full steps can oscillate around it forever, so they are halved until the
 * likelihood increases.
 */
const goUp = (work: Work, data: FitData, params: Float64Array, longest: number): void => {
  const start = heightOf(work, data, params);
  let factor = longest;
  go(params, work.gradient, factor);
  for (let halving = 0; halving < MOST_HALVINGS && heightOf(work, data, params) < start; halving++) {
    factor /= 2;
    go(params, work.gradient, -factor);
  }
};

/**
 * Bradley–Terry or Davidson by Newton's method, with a small ridge penalty. Both likelihoods are concave, so the maximum is
 * unique, and the ridge centres the strengths of each connected component on zero.
 */
export const createFit = (shape: FitShape): Fit => {
  const size = shape.entries + (shape.side === null ? 0 : 1) + (shape.hasTies ? 1 : 0);
  const work: Work = {
    shape,
    size,
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
    expected: { half: 0, halfVariance: 0, tie: 0 },
  };
  return {
    size,
    solve(data, params) {
      for (let step = 0; step < MOST_STEPS; step++) {
        climb(work, data, params);
        solveWith(work.hessian, size, work.gradient);
        const longest = work.gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        if (longest > SAFE_STEP) goUp(work, data, params, Math.min(1, LONGEST_STEP / longest));
        else go(params, work.gradient, 1);
        if (longest < SMALL_STEP) return true;
      }
      return false;
    },
    information(data, params) {
      climb(work, data, params);
      return work.hessian;
    },
  };
};
