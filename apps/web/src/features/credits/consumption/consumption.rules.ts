import {
  type ChosenRange,
  dayOf,
  isDefaultRange,
  midnightBefore,
  type SentRange,
  shownRange,
} from "../../../shared/time-span/range.rules.ts";
import { CHART_COLOURS, seriesStyle } from "../../../ui/chart/series-style.ts";

export type Paints = ReadonlyMap<string, string>;

/**
 * Each model has the same colour on every chart. Bars have no dash or symbol to distinguish two of one colour, so on a
 * collision the alphabetically later model takes the next free colour.
 */
export const paintsOf = (models: readonly string[]): Paints => {
  const taken = new Set<string>();
  const paints = new Map<string, string>();
  for (const model of models.toSorted()) {
    const own = CHART_COLOURS.indexOf(seriesStyle(model).colour);
    const order = [...CHART_COLOURS.slice(own), ...CHART_COLOURS.slice(0, own)];
    const colour = order.find((each) => !taken.has(each)) ?? order[0];
    if (colour === undefined) continue;
    taken.add(colour);
    paints.set(model, `var(--ds-${colour})`);
  }
  return paints;
};

/** The endpoint allows 400 days of 24 hours; a calendar range may be an hour longer because of DST. */
export const MAX_CHART_DAYS = 399;
/** Default range of the chart if no range is chosen. */
export const DEFAULT_CHART_DAYS = 90;

export interface Consumed {
  day: string;
  model: string;
  credits: number;
  jobs: number;
}

export interface DayBar {
  day: string;
  total: number;
  parts: readonly Consumed[];
}

export interface ModelTotal {
  model: string;
  credits: number;
  jobs: number;
}

interface ChartRange extends SentRange {
  /** Every day of the chart, including days without consumption. */
  days: readonly string[];
  /** Why the chart shows less than the chosen range. */
  cut: "default" | "long" | undefined;
}

const daysBetween = (from: Date, last: Date): string[] => {
  const days: string[] = [];
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  while (day <= last && days.length <= MAX_CHART_DAYS) {
    days.push(dayOf(day));
    day.setDate(day.getDate() + 1);
  }
  return days;
};

/** Clips the chosen range to what a chart can show: ends now, and drops the oldest days. */
export const chartRange = (range: ChosenRange, nowMs: number): ChartRange => {
  const shown = shownRange(range, nowMs);
  // The end is exclusive, so midnight belongs to the day before.
  const lastMs = Math.min(nowMs, Date.parse(shown.to) - 1);
  const limit = isDefaultRange(range) ? DEFAULT_CHART_DAYS : MAX_CHART_DAYS;
  const earliest = midnightBefore(lastMs, limit - 1);
  const isCut = Date.parse(shown.from) < Date.parse(earliest);
  const start = isCut ? earliest : shown.from;
  const cut = isDefaultRange(range) ? "default" : "long";
  return {
    start_time: start,
    // Use tomorrow's midnight instead of now, so that the query key stays the same all day.
    end_time: Date.parse(shown.to) < nowMs ? shown.to : midnightBefore(nowMs, -1),
    days: daysBetween(new Date(start), new Date(lastMs)),
    cut: isCut ? cut : undefined,
  };
};

/** Models by consumption, largest first: the order of the stacks, the legend and the table. */
export const totalsByModel = (rows: readonly Consumed[]): ModelTotal[] => {
  const totals = new Map<string, ModelTotal>();
  for (const { model, credits, jobs } of rows) {
    const known = totals.get(model) ?? { model, credits: 0, jobs: 0 };
    totals.set(model, { model, credits: known.credits + credits, jobs: known.jobs + jobs });
  }
  return [...totals.values()].sort((one, other) => other.credits - one.credits || one.model.localeCompare(other.model));
};

export const barsOf = (days: readonly string[], rows: readonly Consumed[]): DayBar[] => {
  const order = new Map(totalsByModel(rows).map(({ model }, place) => [model, place]));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((day) => {
    const parts = (byDay.get(day) ?? []).toSorted(
      (one, other) => (order.get(one.model) ?? 0) - (order.get(other.model) ?? 0),
    );
    return { day, total: parts.reduce((sum, { credits }) => sum + credits, 0), parts };
  });
};

const STEPS = [1, 2, 5, 10];
const TICKS = 4;

/** Round tick values from zero to just above the tallest bar. */
export const ticksUpTo = (most: number): number[] => {
  const rough = Math.max(1, most) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (STEPS.find((each) => each * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
};
