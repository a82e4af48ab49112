/**
 * Statements with a constant text. PostgreSQL parses them once per connection instead of per query; their number is bounded
 * by the code, so connections do not accumulate them.
 */
const names = new Map<string, string>();

export const prepare = (text: string): void => {
  if (!names.has(text)) names.set(text, `s${names.size + 1}`);
};

/** The driver's query object for a prepared text; undefined for any other. */
export const askPrepared = (text: unknown, values: unknown): object | undefined => {
  const name = typeof text === "string" ? names.get(text) : undefined;
  return name === undefined ? undefined : { name, text, values };
};
