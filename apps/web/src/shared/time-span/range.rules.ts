import { DEFAULT_END_TIME, DEFAULT_START_TIME, type QUICK_RANGES_DAYS } from "@dailies/contract";

export type QuickDays = (typeof QUICK_RANGES_DAYS)[number];

/** Either the last days, or two ends that default if absent. */
export interface ChosenRange {
  days: QuickDays | undefined;
  start: string | undefined;
  end: string | undefined;
}

/** As sent to the API: open-ended if the end is absent. */
export interface SentRange {
  start_time: string;
  end_time?: string;
}

export const DEFAULT_RANGE: ChosenRange = { days: undefined, start: undefined, end: undefined };

const two = (value: number): string => String(value).padStart(2, "0");

/** The local calendar day: "2026-11-15". */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** "2026-11-15 09:30:00" in local time. */
export const wallTime = (iso: string): string => {
  const moment = new Date(iso);
  return `${dayOf(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
};

const momentOfWall = (wall: string): string => new Date(wall.replace(" ", "T")).toISOString();

/** Local midnight, this many days before today. */
export const midnightBefore = (nowMs: number, days: number): string => {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
};

/** After the agreed end date, the next turn of the year is used: the default never ends before today. */
export const defaultEnd = (nowMs: number): string => {
  const agreed = momentOfWall(DEFAULT_END_TIME);
  if (nowMs < Date.parse(agreed)) return agreed;
  return new Date(new Date(nowMs).getFullYear() + 1, 0, 1).toISOString();
};

export const isDefaultRange = ({ days, start, end }: ChosenRange): boolean =>
  days === undefined && start === undefined && end === undefined;

/** The displayed range. Today counts as one of the last days. */
export const shownRange = ({ days, start, end }: ChosenRange, nowMs: number): { from: string; to: string } => ({
  from: days === undefined ? (start ?? momentOfWall(DEFAULT_START_TIME)) : midnightBefore(nowMs, days - 1),
  to: (days === undefined ? end : undefined) ?? defaultEnd(nowMs),
});

/** The default end is displayed but never sent, so that no row disappears once it has passed. */
export const sentRange = (range: ChosenRange, nowMs: number): SentRange => ({
  start_time: shownRange(range, nowMs).from,
  ...(range.days === undefined && range.end !== undefined && { end_time: range.end }),
});

/** Two entered ends; one that equals its default counts as not set. */
export const customRange = (from: string | undefined, to: string | undefined, nowMs: number): ChosenRange => {
  const usual = shownRange(DEFAULT_RANGE, nowMs);
  return {
    days: undefined,
    start: from === usual.from ? undefined : from,
    end: to === usual.to ? undefined : to,
  };
};
