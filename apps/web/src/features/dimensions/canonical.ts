const ordered = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same text for the same meaning: storage gives keys back in an order of its own. */
export const canonical = (value: unknown): string => JSON.stringify(value, ordered);
