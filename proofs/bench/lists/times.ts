import { median } from "../statistics.ts";

export interface Times {
  readonly first: number[];
  readonly deep: number[];
  readonly again: number[];
}
export const noTimes = (): Times => ({ first: [], deep: [], again: [] });

/** The index tree has the same height everywhere; a page more or less depends on where its rows are. */
const BUFFERS_GOAL = 1.1;
const areEqual = ({ first, deep }: Buffers): boolean => deep <= Math.max(first + 1, first * BUFFERS_GOAL);

const p99 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

const firstsOf = ({ first, again }: Times): number[] => [...first, ...again];

const ratioAt = (at: (values: readonly number[]) => number, times: Times): number =>
  at(times.deep) / at(firstsOf(times));

export interface Buffers {
  readonly first: number;
  readonly deep: number;
}

export interface CaseFigures {
  readonly p50: number;
  readonly p99: number;
  /** Whether every page reads as many database pages as the first. */
  readonly isEqual: boolean;
}

export const figuresOf = (times: Times, buffers: Buffers): CaseFigures => ({
  p50: ratioAt(median, times),
  p99: ratioAt(p99, times),
  isEqual: areEqual(buffers),
});

const figures = (at: (values: readonly number[]) => number, times: Times): string => {
  const ratio = ratioAt(at, times);
  const control = at(times.again) / at(times.first);
  return (
    `${at(times.deep).toFixed(2)} ms against ${at(firstsOf(times)).toFixed(2)}, ratio ${ratio.toFixed(2)}` +
    ` (first against first ${control.toFixed(2)})`
  );
};

export const describeCase = (times: { small: Times; large: Times }, { first, deep }: Buffers): string =>
  `p50 ${figures(median, times.large)}; p99 ${figures(p99, times.large)}; ` +
  `pages of the database ${deep} against ${first}${areEqual({ first, deep }) ? "" : " MORE"}; ` +
  `in the small table p50 ${median(times.small.deep).toFixed(2)} ms, so it grew ${(median(times.large.deep) / median(times.small.deep)).toFixed(2)} ×`;
