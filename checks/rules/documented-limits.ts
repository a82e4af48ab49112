import path from "node:path";
import { readText } from "../repository.ts";

export const LIMITS_PAGE = "docs/limits.md";

/** A row of a table that ends with "Limit" and "Decided by": what the page says, and the constant that decides. */
export interface DocumentedLimit {
  readonly line: number;
  readonly limit: string;
  readonly name: string;
  readonly file: string;
}

const ROW = /[|] (?<limit>[^|]+) [|] `(?<name>[\w.]+)` in \[[^\]]+\]\((?<link>[^)]+)\) [|]$/;

export const readLimits = (page: string, file: string = LIMITS_PAGE): DocumentedLimit[] =>
  page.split("\n").flatMap((row, index) => {
    const { limit, name, link } = ROW.exec(row)?.groups ?? {};
    if (limit === undefined || name === undefined || link === undefined) return [];
    return [{ line: index + 1, limit, name, file: path.posix.join(path.posix.dirname(file), link) }];
  });

const KIB = 1024;
/** In the unit that constants of this kind are compared in: bytes and milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  bytes: 1,
  KiB: KIB,
  MiB: KIB ** 2,
  GiB: KIB ** 3,
  TiB: KIB ** 4,
  seconds: 1_000,
  minute: 60_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** The number of "15 minutes", "32 MiB" or "10,000"; undefined for other words. */
export const quantityOf = (limit: string): number | undefined => {
  const [, digits = "", unit] = /^([\d,]+)(?: (\w+))?$/.exec(limit) ?? [];
  const factor = unit === undefined ? 1 : UNITS[unit];
  return digits === "" || factor === undefined ? undefined : Number(digits.replaceAll(",", "")) * factor;
};

/** Names end with the unit of their number; bytes and counts need no factor. */
const factorOf = (name: string): number => {
  if (/(?:_S|InS)$/.test(name)) return 1_000;
  if (name.endsWith("_MINUTES")) return 60_000;
  return 1;
};

/** The expression after `NAME =` or `NAME:`, up to the end of its statement or entry. For `A.b`, that of `b` within `A`. */
const expressionOf = (text: string, name: string): string | undefined => {
  let rest = text;
  for (const part of name.split(".")) {
    const start = new RegExp(String.raw`(?<![\w.])${part}\b(?::[^=;{}(),\n]*=|\s*=|:)\s*`).exec(rest);
    if (!start) return undefined;
    rest = rest.slice(start.index + start[0].length);
  }
  return /^(?:[^,;{}()\n]|\([^()]*\))+/.exec(rest)?.[0].trim();
};

const atom = (text: string, source: string): number => {
  if (/^[\d_]+(?:[.]\d+)?$/.test(text)) return Number(text.replaceAll("_", ""));
  const value = /^[A-Za-z_]\w*$/.test(text) ? valueIn(source, text) : undefined;
  if (value === undefined) throw new Error(`"${text}" is no number`);
  return value;
};

const power = (text: string, source: string): number => {
  const [base = "", exponent = "1"] = text.split("**").map((part) => part.trim());
  return atom(base, source) ** atom(exponent, source);
};

/** The number that a constant or an entry of one has: products and powers of numbers and of other constants of the file. */
export const valueIn = (source: string, name: string): number | undefined => {
  const expression = expressionOf(source, name);
  if (expression === undefined) return undefined;
  const given = /[.]default\(([^()]+)\)/.exec(expression)?.[1] ?? expression;
  return given.split(/(?<![*])[*](?![*])/).reduce((product, factor) => product * power(factor.trim(), source), 1);
};

/** Where the page says something else than the code. */
export const limitFaults = (limits: readonly DocumentedLimit[], read: (file: string) => string = readText): string[] =>
  limits.flatMap(({ line, limit, name, file }) => {
    const said = quantityOf(limit);
    if (said === undefined) return [`${LIMITS_PAGE}:${line} says "${limit}", which is no number with a unit`];
    const value = valueIn(read(file), name);
    if (value === undefined) return [`${LIMITS_PAGE}:${line} names ${name}, which ${file} lacks`];
    const decided = value * factorOf(name);
    return said === decided ? [] : [`${LIMITS_PAGE}:${line} says ${limit}, and ${name} of ${file} is ${decided}`];
  });
