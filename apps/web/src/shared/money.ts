import { formatCount, formatDecimal } from "../ui/format.ts";

const MICROS = 1_000_000;
const MOST_DIGITS = 6;
const USUAL_DIGITS = 2;

const symbols = new Map<string, Intl.NumberFormat>();

const formatIn = (currency: string, digits: number, locale: string): Intl.NumberFormat => {
  const key = `${locale} ${currency} ${digits}`;
  const known = symbols.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  symbols.set(key, made);
  return made;
};

/** Two digits, and below one cent enough digits to show two significant ones. */
const digitsFor = (amount: number): number => {
  if (amount === 0 || amount >= 0.01) return USUAL_DIGITS;
  return Math.min(MOST_DIGITS, 1 - Math.floor(Math.log10(amount)));
};

/** 3_400_000 of USD → "$3.40"; 1_200 → "$0.0012" */
export const formatMicros = (amountMicros: number, currency: string, locale = "en"): string => {
  const amount = amountMicros / MICROS;
  return formatIn(currency, digitsFor(amount), locale).format(amount);
};

/** 4.04 → "4.04 s", 65 → "65 s": a clip's duration, where hundredths matter. */
export const formatSeconds = (seconds: number, locale = "en"): string =>
  `${Number.isInteger(seconds) ? formatCount(seconds, locale) : formatDecimal(seconds, USUAL_DIGITS, locale)} s`;
