import type { OperationLogEntry } from "@dailies/contract";

type Meta = OperationLogEntry["meta"];

/** The server sends UTC times without a zone. */
export const momentOfEntry = ({ create_time: at }: Pick<OperationLogEntry, "create_time">): string =>
  `${at.replace(" ", "T")}Z`;

/** One changed field. A missing side means the field did not exist. */
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

/** A value on one line: strings as is, lists comma-separated, the rest as JSON. */
export const valueText = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Flattens nested values to "a.b" paths, one per line. */
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

/** Some entries store changes as {from, to} under the field name. */
const fromFields = (meta: Meta): Change[] =>
  Object.entries(meta).flatMap(([field, value]) =>
    isFromTo(value) ? [{ field, before: valueText(value.from), after: valueText(value.to) }] : [],
  );

const isChanged = ({ before, after }: Change): boolean => before !== after;

/** Before and after by field; if anything changed, unchanged fields are omitted. */
export const changesOf = (meta: Meta): Change[] => {
  const all = [...fromSides(meta), ...fromFields(meta)];
  const changed = all.filter(isChanged);
  return changed.length > 0 ? changed : all;
};

/** The remaining metadata of the entry. */
export const factsOf = (meta: Meta): [string, string][] =>
  Object.entries(meta).flatMap(([name, value]) => {
    if (TOLD_ELSEWHERE.has(name) || isFromTo(value)) return [];
    const text = valueText(value);
    return text === undefined || text === "" ? [] : [[name, text] as [string, string]];
  });

const DIGITS = /^-?\d{4,15}$/;

/** Formats numbers with separators, including strings of digits. */
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

/** Short summary for a row: "available 1,200 → 1,700". Empty if the entry has no changes. */
export const changeWords = (meta: Meta, locale: string): string => {
  const changes = changesOf(meta).filter(isChanged);
  const words = changes.map(({ field, before, after }) => {
    const sides = `${shown(before, locale)} → ${shown(after, locale)}`;
    return field === "" ? sides : `${field} ${sides}`;
  });
  return [...words, ...signedOf(meta)].join(" · ");
};
