import type { OperationLogEntry } from "@dailies/contract";

type Meta = OperationLogEntry["meta"];

/** The server writes times in UTC without saying so. */
export const momentOfEntry = ({ create_time: at }: Pick<OperationLogEntry, "create_time">): string =>
  `${at.replace(" ", "T")}Z`;

/** One thing that an act changed. An absent side was not there. */
export interface Change {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

const TOLD_ELSEWHERE = new Set(["target", "before", "after", "reason", "request_id"]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isFromTo = (value: unknown): value is { from: unknown; to: unknown } =>
  isObject(value) && "from" in value && "to" in value && Object.keys(value).length === 2;

/** A value as one line: texts as they are, lists with commas, the rest as JSON. */
export const valueText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** "a.b" for what is nested, so that each value stands on a line of its own. */
const flatten = (value: unknown, path = ""): [string, unknown][] => {
  if (!isObject(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path === "" ? key : `${path}.${key}`));
};

const sidesOf = (value: unknown): Map<string, string | undefined> =>
  value === null || value === undefined
    ? new Map()
    : new Map(flatten(value).map(([field, inner]) => [field, valueText(inner)]));

const fromSides = ({ before, after }: Meta): Change[] => {
  const [old, fresh] = [sidesOf(before), sidesOf(after)];
  const fields = [...new Set([...old.keys(), ...fresh.keys()])];
  return fields.map((field) => ({ field, before: old.get(field), after: fresh.get(field) }));
};

/** Elsewhere in the console a change is told as {from, to} under the name of its field. */
const fromFields = (meta: Meta): Change[] =>
  Object.entries(meta).flatMap(([field, value]) =>
    isFromTo(value) ? [{ field, before: valueText(value.from), after: valueText(value.to) }] : [],
  );

const isChanged = ({ before, after }: Change): boolean => before !== after;

/** What stood there before and what after, field by field; what stayed the same is left out when something changed. */
export const changesOf = (meta: Meta): Change[] => {
  const all = [...fromSides(meta), ...fromFields(meta)];
  const changed = all.filter(isChanged);
  return changed.length > 0 ? changed : all;
};

/** Whatever else the entry tells. */
export const factsOf = (meta: Meta): [string, string][] =>
  Object.entries(meta).flatMap(([name, value]) => {
    if (TOLD_ELSEWHERE.has(name) || isFromTo(value)) return [];
    const text = valueText(value);
    return text === undefined || text === "" ? [] : [[name, text] as [string, string]];
  });

const DIGITS = /^-?\d{4,15}$/;

/** Figures with separators, as everywhere else; a text that happens to be digits is no worse for it. */
const shown = (text: string | undefined, locale: string): string => {
  if (text === undefined || text === "") return "–";
  return DIGITS.test(text) ? new Intl.NumberFormat(locale).format(Number(text)) : text;
};

const SIGNED = [
  ["granted", "+"],
  ["revoked", "−"],
] as const;

const signedOf = (meta: Meta): string[] =>
  SIGNED.flatMap(([name, sign]) => {
    const codes = meta[name];
    return Array.isArray(codes) ? codes.map((code) => `${sign} ${String(code)}`) : [];
  });

/** The change in a few words for a row: "available 1,200 → 1,700". Empty when the entry tells none. */
export const changeWords = (meta: Meta, locale: string): string => {
  const changes = changesOf(meta).filter(isChanged);
  const words = changes.map(({ field, before, after }) => {
    const sides = `${shown(before, locale)} → ${shown(after, locale)}`;
    return field === "" ? sides : `${field} ${sides}`;
  });
  return [...words, ...signedOf(meta)].join(" · ");
};
