const HOUR_MS = 3_600_000;
const SHARDS = 256;
const HOURS = 24;

/** Grace period before deleted assets are purged, in case of a mistake. */
export const PURGE_AFTER_MS = 7 * 24 * HOUR_MS;

/** Longer than any upload lasts: a younger object may not have its row yet. */
export const ORPHAN_AFTER_MS = 24 * HOUR_MS;

/** The prefixes to sweep in this hour; 24 hours cover the whole bucket. */
export const prefixesOfHour = (now: Date): string[] => {
  const hour = Math.floor(now.getTime() / HOUR_MS) % HOURS;
  const shards = Array.from({ length: SHARDS }, (_, n) => n).filter((n) => n % HOURS === hour);
  const names = shards.map((n) => n.toString(16).padStart(2, "0"));
  return ["u/", ...names.flatMap((name) => [`media/${name}/`, `derived/${name}/`, `judged/${name}/`])];
};
