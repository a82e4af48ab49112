import { withoutCredentials } from "../../../platform/observability/log-redaction.ts";

const MASKED = "••••••";
const SECRET_NAME =
  /secret|password|passwd|token|credential|authorization|signature|cookie|api[-_]?key|access[-_]?key/i;
/** A signed address works for whoever has it, so its query is never shown. */
const QUERY_OF_ADDRESS = /(\bhttps?:\/\/[^\s"'<>?]+)\?[^\s"'<>]*/g;
const MAX_TEXT = 2_000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 8;

const maskText = (value: string): string => {
  const clean = withoutCredentials(value).replace(QUERY_OF_ADDRESS, `$1?${MASKED}`);
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
};

const maskValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return maskText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => maskValue(item, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `… ${value.length - MAX_ITEMS} more`] : shown;
  }
  return maskFields(value as Record<string, unknown>, depth + 1);
};

const maskFields = (fields: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) && value !== null ? MASKED : maskValue(value, depth),
    ]),
  );

/** A copy to show: values named like secrets and the queries of addresses are masked, long texts and lists are cut. */
export const maskPayload = (payload: Record<string, unknown>): Record<string, unknown> => maskFields(payload, 0);
