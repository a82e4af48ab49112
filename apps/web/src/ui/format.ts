// Creating an Intl format takes milliseconds, using one microseconds; a table formats hundreds of cells a second.
const remembered = <Format>(make: (locale: string, options: object) => Format) => {
  const formats = new Map<string, Format>();
  return (locale: string, options: object): Format => {
    const key = `${locale}${JSON.stringify(options)}`;
    const known = formats.get(key);
    if (known) return known;
    const made = make(locale, options);
    formats.set(key, made);
    return made;
  };
};

const numberFormat = remembered((locale, options) => new Intl.NumberFormat(locale, options));
const dateFormat = remembered((locale, options) => new Intl.DateTimeFormat(locale, options));
const relativeFormat = remembered((locale, options) => new Intl.RelativeTimeFormat(locale, options));

/** 12480 → "12,480" */
export const formatCount = (value: number, locale = "en"): string =>
  numberFormat(locale, { maximumFractionDigits: 0 }).format(value);

const LONG = 10_000;

/** 61234 → "61K", 9876 → "9,876": for narrow columns, with the exact count elsewhere. */
export const formatBrief = (value: number, locale = "en"): string =>
  value < LONG
    ? formatCount(value, locale)
    : numberFormat(locale, { notation: "compact", maximumFractionDigits: 0, roundingMode: "floor" }).format(value);

/** 1234567 → "1.2M": for estimates, where more digits would suggest false precision. */
export const formatRough = (value: number, locale = "en"): string =>
  numberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value);

/** 71.2345 → "71.2"; a fixed number of digits, so that columns line up. */
export const formatDecimal = (value: number, digits = 1, locale = "en"): string =>
  numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

const MAX_DIGITS = 12;

/** A number with all its digits, as entered: 1234.5 → "1,234.5" */
export const formatNumber = (value: number, locale = "en"): string =>
  numberFormat(locale, { maximumFractionDigits: MAX_DIGITS }).format(value);

/** 0.9134 → "91.3 %" */
export const formatPercent = (share: number, digits = 1, locale = "en"): string =>
  `${formatDecimal(share * 100, digits, locale)} %`;

/** 340 minor units of USD → "$3.40"; amounts are integers of the currency's smallest unit. */
export const formatMoney = (amountMinor: number, currency: string, locale = "en"): string => {
  const format = numberFormat(locale, { style: "currency", currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** 1_403_000_000 → "1.40 GB"; powers of 1000, as object stores bill. */
export const formatBytes = (sizeBytes: number, locale = "en"): string => {
  let value = sizeBytes;
  let unit = 0;
  // 999.5 would be shown as "1,000", so switch to the next unit there.
  while (Math.abs(value) >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatDecimal(value, byteDigits(value, unit), locale)} ${BYTE_UNITS[unit]}`;
};

const byteDigits = (value: number, unit: number): number => {
  if (unit === 0 || Math.abs(value) >= 99.95) return 0;
  return Math.abs(value) >= 9.995 ? 1 : 2;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const twoUnits = (durationMs: number, large: [number, string], small: [number, string]): string => {
  const whole = Math.floor(durationMs / large[0]);
  const rest = Math.floor((durationMs % large[0]) / small[0]);
  return `${whole} ${large[1]} ${String(rest).padStart(2, "0")} ${small[1]}`;
};

/** 3_840_000 → "1 h 04 m" */
export const formatDuration = (durationMs: number): string => {
  const rounded = Math.max(0, Math.round(durationMs));
  if (rounded < SECOND_MS) return `${rounded} ms`;
  if (rounded < 10 * SECOND_MS) return `${(Math.floor(rounded / 100) / 10).toFixed(1)} s`;
  if (rounded < MINUTE_MS) return `${Math.floor(rounded / SECOND_MS)} s`;
  if (rounded < HOUR_MS) return twoUnits(rounded, [MINUTE_MS, "m"], [SECOND_MS, "s"]);
  if (rounded < DAY_MS) return twoUnits(rounded, [HOUR_MS, "h"], [MINUTE_MS, "m"]);
  return twoUnits(rounded, [DAY_MS, "d"], [HOUR_MS, "h"]);
};

const RELATIVE_UNITS = [
  [365 * DAY_MS, "year"],
  [30 * DAY_MS, "month"],
  [DAY_MS, "day"],
  [HOUR_MS, "hour"],
  [MINUTE_MS, "minute"],
] as const;

/** "3 minutes ago"; undefined within the last half minute, where the caller says "just now". */
export const formatRelative = (moment: Date, now: Date, locale = "en"): string | undefined => {
  const distanceMs = moment.getTime() - now.getTime();
  if (Math.abs(distanceMs) < MINUTE_MS / 2) return undefined;
  const [unitMs, unit] = RELATIVE_UNITS.find(([ms]) => Math.abs(distanceMs) >= ms) ?? [MINUTE_MS, "minute"];
  const value = Math.trunc(distanceMs / unitMs) || Math.sign(distanceMs);
  return relativeFormat(locale, { numeric: "auto" }).format(value, unit);
};

/** The exact local time, with the zone. */
export const formatExact = (moment: Date, locale = "en", timeZone?: string): string =>
  dateFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    timeZone,
  }).format(moment);

/** "Nov 15, 2026, 09:30": local time to the minute, for contexts that already name the zone. */
export const formatMinute = (moment: Date, locale = "en", timeZone?: string): string =>
  dateFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(moment);
