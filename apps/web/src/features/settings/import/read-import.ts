import { exportedConfig, IMPORT_MAX_CONFIGS } from "@dailies/contract";
import { z } from "zod";

const items = z.array(exportedConfig).min(1).max(IMPORT_MAX_CONFIGS);
export type ImportItems = z.output<typeof items>;

export type ImportFile =
  | { kind: "items"; items: ImportItems }
  | { kind: "unreadable" }
  | { kind: "noItems" }
  | { kind: "faults"; faults: { place: string; fault: string }[] };

const parseJson = (words: string): unknown => {
  try {
    return JSON.parse(words);
  } catch {
    // Reported as `unreadable`; undefined cannot occur in JSON.
    return undefined;
  }
};

/** The name of an invalid key if it has one, because a list index is less helpful. */
const placeOf = (list: readonly unknown[], [index, ...rest]: readonly PropertyKey[]): string => {
  const item = list[Number(index)];
  const hasKey = typeof item === "object" && item !== null && "key" in item && typeof item.key === "string";
  return [hasKey ? String(item.key) : `#${Number(index) + 1}`, ...rest.map(String)].join(" › ");
};

/** Parses an exported file, or a bare list of the same entries. */
export const readImport = (words: string): ImportFile => {
  const json = parseJson(words);
  if (json === undefined) return { kind: "unreadable" };
  const list = typeof json === "object" && json !== null && "items" in json ? json.items : json;
  if (!Array.isArray(list) || list.length === 0) return { kind: "noItems" };
  const parsed = items.safeParse(list);
  if (parsed.success) return { kind: "items", items: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => ({
    place: path.length === 0 ? "" : placeOf(list, path),
    fault: message,
  }));
  return { kind: "faults", faults };
};
