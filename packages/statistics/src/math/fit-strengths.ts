import { factorise, solveWith } from "./linear.ts";
import { addTo, f64, i32 } from "./numbers.ts";

/** Enough to keep every fit finite and too little to move one that is. */
export const RIDGE = 1e-3;

const MOST_STEPS = 200;
/** Newton doubles the digits with each step: after one of this size the next would change nothing that is printed. */
const SMALL_STEP = 1e-7;
/** Far from the summit the curve is flat and a full step would fly past it. */
const LONGEST_STEP = 3;
/** Nearer than this a full step always leads up. */
const SAFE_STEP = 0.25;
const MOST_HALVINGS = 30;

export interface FitShape {
  readonly entries: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 1 where the first of the pair was on the left, −1 where on the right; null leaves the side out. */
  readonly side: Float64Array | null;
  /** Davidson's model gives ties a chance of their own; without it they are half a win for each. */
  readonly hasTies: boolean;
}

export interface FitData {
  /** Of each pair: what the first scored, and out of how much. */
  readonly score: Float64Array;
  readonly total: Float64Array;
  readonly ties: number;
}

export interface Fit {
  /** The strengths, then the side, then the logarithm of how likely ties are, as far as they are asked for. */
  readonly size: number;
  /** Begins where `params` stand and leaves the summit there; false where it was not reached. */
  solve(data: FitData, params: Float64Array): boolean;
  /** The Cholesky factor of the information at these parameters; overwritten by the next call. */
  information(data: FitData, params: Float64Array): Float64Array;
}

/** What the Bradley-Terry model with ties (Davidson) expects of one vote whose logit is d, where ties have the weight nu. */
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
  // Pairs name the lower entry first, and only the lower half is read.
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

/** How likely these votes are, as a logarithm, with what the ridge takes off. */
const heightOf = ({ shape, size }: Work, data: FitData, params: Float64Array): number => {
  const nu = shape.hasTies ? Math.exp(f64(params, size - 1)) : 0;
  let height = shape.hasTies ? data.ties * f64(params, size - 1) : 0;
  for (let at = 0; at < size; at++) height -= (RIDGE / 2) * f64(params, at) ** 2;
  for (let pair = 0; pair < shape.first.length; pair++) {
    const total = f64(data.total, pair);
    if (total === 0) continue;
    const beta = shape.side === null ? 0 : f64(shape.side, pair) * f64(params, shape.entries);
    const d = f64(params, i32(shape.first, pair)) - f64(params, i32(shape.second, pair)) + beta;
    // The larger part is taken out of the sum, which would overflow otherwise.
    const rest = Math.log1p(Math.exp(-Math.abs(d)) + nu * Math.exp(-Math.abs(d) / 2));
    height += (f64(data.score, pair) - total / 2) * d - total * (Math.abs(d) / 2 + rest);
  }
  return height;
};

const go = (params: Float64Array, step: Float64Array, factor: number): void => {
  for (let at = 0; at < params.length; at++) addTo(params, at, factor * f64(step, at));
};

/** Far from the summit full steps can jump from one side of it to the other for ever: they are halved until they lead up. */
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
 * Bradley–Terry or Davidson by Newton's method, with a small ridge. Both are concave, so there is one summit, and the ridge
 * centres the strengths of everything that is connected on zero.
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
