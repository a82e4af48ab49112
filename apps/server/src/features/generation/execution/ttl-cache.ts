/** Reads a figure again only when the last reading is old; those who ask meanwhile share one reading. */
export const ttlCache = <T>(read: (key: string) => Promise<T>, forMs: number, maxKeys = 500) => {
  const kept = new Map<string, { readonly value: Promise<T>; readonly untilMs: number }>();
  return (key = ""): Promise<T> => {
    const found = kept.get(key);
    if (found && found.untilMs > performance.now()) return found.value;
    if (kept.size >= maxKeys) kept.clear();
    const value = read(key);
    kept.set(key, { value, untilMs: performance.now() + forMs });
    // What failed is not kept.
    value.catch(() => kept.delete(key));
    return value;
  };
};
