const CLOSED_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Sets the value at a JSON pointer, in place, and creates missing objects. */
export const putAt = (root: Record<string, unknown>, pointer: string, value: unknown): void => {
  const keys = pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  if (pointer === "" || last === undefined || [...keys, last].some((key) => CLOSED_KEYS.has(key))) return;
  let current = root;
  for (const key of keys) {
    const next = Object.hasOwn(current, key) ? current[key] : undefined;
    if (typeof next === "object" && next !== null) {
      current = next as Record<string, unknown>;
    } else {
      const made: Record<string, unknown> = {};
      current[key] = made;
      current = made;
    }
  }
  current[last] = value;
};
