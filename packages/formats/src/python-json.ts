import { byCodePoint } from "./code-point-order.ts";
import { FormatFault } from "./format-fault.ts";

/** Python writes these numbers although JSON does not have them. */
const ODD_NUMBERS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};
const ODD_NUMBER = /-?Infinity|NaN/g;
const LONG_INTEGER = /\d{16}/;
const WHOLE = /^-?\d+$/;
const MARK = "\u0000odd:";
/** More digits than Python itself parses. */
const MAX_DIGITS = 4300;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const reviveExact: Reviver = (_key, value, context) => {
  if (typeof value === "number" && !Number.isSafeInteger(value) && context?.source !== undefined) {
    return WHOLE.test(context.source) && context.source.length <= MAX_DIGITS ? BigInt(context.source) : value;
  }
  return value;
};

const reviveOdd: Reviver = (key, value, context) =>
  typeof value === "string" && value.startsWith(MARK)
    ? (ODD_NUMBERS[value.slice(MARK.length)] ?? value)
    : reviveExact(key, value, context);

/** Code that traverses a value is recursive, so the depth is limited. */
const MAX_DEPTH = 256;

const refuseDepth = (text: string, at: number | undefined): void => {
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit === 0x22) place = endOfText(text, place) - 1;
    else if (unit === 0x5b || unit === 0x7b) depth += 1;
    else if (unit === 0x5d || unit === 0x7d) depth -= 1;
    if (depth > MAX_DEPTH) throw new FormatFault("malformed", "the JSON is nested too deeply", at);
  }
};

/** JSON as Python's json module reads it: NaN and Infinity are numbers, and long integers stay exact (as bigint). */
export const parsePythonJson = (text: string, at?: number): unknown => {
  refuseDepth(text, at);
  try {
    return LONG_INTEGER.test(text) ? JSON.parse(text, reviveExact) : JSON.parse(text);
  } catch {
    return parseOdd(text, at);
  }
};

/** Offset of the closing quote, or the end of the text when there is none. */
const endOfText = (text: string, quote: number): number => {
  for (let at = quote + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === "\\") at += 1;
  }
  return text.length;
};

const replaceOdd = (text: string, replacement: (token: string) => string): string => {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    parts.push(text.slice(at, end).replace(ODD_NUMBER, replacement));
    at = quote < 0 ? end : endOfText(text, quote);
    parts.push(text.slice(end, at));
  }
  return parts.join("");
};

const parseOdd = (text: string, at: number | undefined): unknown => {
  try {
    return JSON.parse(
      replaceOdd(text, (token) => JSON.stringify(MARK + token)),
      reviveOdd,
    );
  } catch {
    throw new FormatFault("malformed", "the value is not JSON", at);
  }
};

/** The same JSON for readers that know neither NaN nor Infinity, which become null. Other text stays as it is. */
export const plainJson = (text: string): string => {
  parsePythonJson(text);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return replaceOdd(text, () => "null");
  }
};

const escapeText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) =>
    unit === "\u007f" ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const writeExponent = (value: number): string => {
  const [digits, exponent = "0"] = value.toExponential().split("e");
  const [sign, power] = [exponent.slice(0, 1), exponent.slice(1)];
  return `${digits}e${sign}${power.padStart(2, "0")}`;
};

/** A float as Python writes it in JSON: `1.0`, `1e-05`, `NaN`. */
export const writePythonFloat = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size > 0)) return writeExponent(value);
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
};

const writeNumber = (value: number): string => (Number.isFinite(value) ? JSON.stringify(value) : String(value));

/** JSON as Python's json module writes it with sorted keys, byte for byte. */
export const writePythonJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(writePythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .sort(([one], [other]) => byCodePoint(one, other))
      .map(([key, member]) => `${escapeText(key)}: ${writePythonJson(member)}`);
    return `{${members.join(", ")}}`;
  }
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return writeNumber(value);
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value ?? null);
};
