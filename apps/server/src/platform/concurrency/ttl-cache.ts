export interface TtlCacheOptions {
  /** How long a value is valid after it was read. */
  readonly ttlMs: number;
  readonly maxKeys?: number;
}

/** Caches reads for a time. Concurrent callers share one read. Failures are not cached. */
export const ttlCache = <T>(
  read: (key: string) => Promise<T>,
  { ttlMs, maxKeys = 500 }: TtlCacheOptions,
): ((key?: string) => Promise<T>) => {
  const entries = new Map<string, { readonly value: Promise<T>; untilMs: number }>();
  return (key = "") => {
    const found = entries.get(key);
    if (found && performance.now() < found.untilMs) return found.value;
    if (entries.size >= maxKeys) entries.clear();
    const entry = { value: read(key), untilMs: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    entry.value.then(
      () => {
        entry.untilMs = performance.now() + ttlMs;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return entry.value;
  };
};
