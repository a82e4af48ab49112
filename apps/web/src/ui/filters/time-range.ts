const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Both ends as ISO 8601 with zone; an absent one leaves that side open. */
export interface TimeRange {
  from: string | undefined;
  to: string | undefined;
}

export const TIME_PRESETS = [
  { word: "lastHour", durationMs: HOUR_MS },
  { word: "lastDay", durationMs: DAY_MS },
  { word: "lastWeek", durationMs: 7 * DAY_MS },
  { word: "lastMonth", durationMs: 30 * DAY_MS },
] as const;

/** The start is an absolute time, so that a shared URL shows the same rows; the end stays open. */
export const presetRange = (durationMs: number, nowMs: number): TimeRange => ({
  from: new Date(nowMs - durationMs).toISOString(),
  to: undefined,
});

const two = (value: number): string => String(value).padStart(2, "0");

/** The value of a `datetime-local` input: local time to the minute. */
export const wallClockOf = (iso: string | undefined): string => {
  const moment = new Date(iso ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return "";
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
};

/** Undefined if nothing, or no valid time, was entered. */
export const momentOf = (wallClock: string): string | undefined => {
  const moment = new Date(wallClock || Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

export const isBackwards = ({ from, to }: TimeRange): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);
