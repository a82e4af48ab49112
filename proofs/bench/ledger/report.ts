import { interval90, median } from "../statistics.ts";
import type { Figures, Pairs } from "./measure-slice.ts";

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const whole = (value: number): string => Math.round(value).toLocaleString("en");

/** The median, minimum and maximum. */
const spread = (values: readonly number[]): string =>
  `${whole(median(values))} [${whole(Math.min(...values))}–${whole(Math.max(...values))}]`;

const middleOf = (figures: readonly Figures[], key: keyof Figures): number => median(figures.map((each) => each[key]));

const serverUs = ({ postgresUs, redisUs, apiUs }: Figures): number => postgresUs + redisUs + apiUs;

export const describeSide = (name: string, figures: readonly Figures[]): string => {
  const parts = [
    `PostgreSQL ${whole(middleOf(figures, "postgresUs"))}`,
    ...(middleOf(figures, "apiUs") > 1 ? [`API ${whole(middleOf(figures, "apiUs"))}`] : []),
    ...(middleOf(figures, "redisUs") > 1 ? [`Redis ${whole(middleOf(figures, "redisUs"))}`] : []),
    `caller ${whole(middleOf(figures, "callerUs"))}`,
  ];
  return `    ${name.padEnd(9)} ${spread(figures.map(({ perSecond }) => perSecond))}/s; µs of processor a movement: ${parts.join(", ")}`;
};

const ratiosOf = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, index) => value / (below[index] ?? Number.NaN));

/** Each side against its neighbour of the same kind: how stable the machine was. */
const controlOf = ({ first, second }: Pairs): number[] =>
  [first, second].flatMap((figures) =>
    ratiosOf(
      figures.filter((_, index) => index % 2 === 1).map(({ perSecond }) => perSecond),
      figures.filter((_, index) => index % 2 === 0).map(({ perSecond }) => perSecond),
    ),
  );

export interface Ratio {
  readonly middle: number;
  readonly interval: readonly [number, number];
  /** Each side against itself. */
  readonly control: number;
  readonly words: string;
}

/** Second to first by wall-clock time, with its control. */
export const ratioOf = (pairs: Pairs): Ratio => {
  const perSecond = (figures: readonly Figures[]): number[] => figures.map((each) => each.perSecond);
  const ratios = ratiosOf(perSecond(pairs.second), perSecond(pairs.first));
  const [low, high] = interval90(ratios);
  const [calmLow, calmHigh] = interval90(controlOf(pairs));
  const middle = median(ratios);
  const words = `${middle.toFixed(2)}, 90 % ${low.toFixed(2)}–${high.toFixed(2)}; each side against itself ${median(controlOf(pairs)).toFixed(2)} (${calmLow.toFixed(2)}–${calmHigh.toFixed(2)})`;
  return { middle, interval: [low, high], control: median(controlOf(pairs)), words };
};

/** First to second by CPU time: of the function including its caller, since there is nothing else, and of the servers. */
export const processorRatio = ({ first, second }: Pairs): number => {
  const ratios = first.map((each, index) => {
    const other = second[index];
    return other ? (each.postgresUs + each.callerUs) / serverUs(other) : Number.NaN;
  });
  return median(ratios);
};
