/**
 * Statements whose text is finished when the program starts. PostgreSQL parses them once a connection instead of at each
 * call; there are as many as places in the code, so no connection gathers them without end.
 */
const names = new Map<string, string>();

export const prepare = (text: string): void => {
  if (!names.has(text)) names.set(text, `s${names.size + 1}`);
};

/** How the driver is asked for a prepared text; nothing for any other. */
export const askPrepared = (text: unknown, values: unknown): object | undefined => {
  const name = typeof text === "string" ? names.get(text) : undefined;
  return name === undefined ? undefined : { name, text, values };
};
