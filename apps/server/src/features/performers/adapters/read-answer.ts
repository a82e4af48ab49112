import { ProviderError, type ProviderState } from "../requests/adapter.ts";

/** The value at a JSON pointer; undefined when there is none. */
export const at = (value: unknown, pointer: string): unknown => {
  if (pointer === "") return value;
  let current = value;
  for (const part of pointer.slice(1).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
};

/** Ids and statuses are strings at most providers and numbers at some. */
export const textAt = (value: unknown, pointer: string): string | undefined => {
  const found = at(value, pointer);
  if (typeof found === "number") return String(found);
  return typeof found === "string" && found !== "" ? found : undefined;
};

export const numberAt = (value: unknown, pointer: string): number | undefined => {
  const found = at(value, pointer);
  const number = typeof found === "string" && found.trim() !== "" ? Number(found) : found;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

export const requireText = (value: unknown, pointer: string, what: string): string => {
  const found = textAt(value, pointer);
  if (found === undefined || found.length > 500) throw new ProviderError("bad_answer", `the answer has no ${what}`);
  return found;
};

/** A URL in a reply; whether it may be fetched is checked on the request (SSRF). */
export const requireUrl = (value: unknown, what: string): string => {
  if (typeof value === "string" && URL.canParse(value)) return value;
  throw new ProviderError("bad_answer", `the answer has no ${what}`);
};

export type OurStatus = ProviderState["status"];

/** An unknown status keeps the job running and is marked, because providers add new ones. */
export const toState = (
  raw: string,
  known: Readonly<Record<string, OurStatus>>,
  more: Omit<ProviderState, "status" | "raw" | "isKnown"> = {},
): ProviderState => {
  const status = Object.hasOwn(known, raw) ? known[raw] : undefined;
  return { status: status ?? "Running", raw: raw.slice(0, 200), isKnown: status !== undefined, ...more };
};

/** Integers are percentages, fractions are parts of one. */
export const readProgress = (value: unknown): { progress?: number } => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0 || value > 100) return {};
  return { progress: Number.isInteger(value) ? value / 100 : Math.min(value > 1 ? value / 100 : value, 1) };
};

export const readSeed = (value: number | undefined): { seed?: number } =>
  value !== undefined && Number.isSafeInteger(value) ? { seed: value } : {};
