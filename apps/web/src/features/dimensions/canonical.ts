const ordered = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Stable JSON: the database returns object keys in its own order. */
export const canonical = (value: unknown): string => JSON.stringify(value, ordered);
