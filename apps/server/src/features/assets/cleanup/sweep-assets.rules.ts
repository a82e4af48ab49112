const HOUR_MS = 3_600_000;
const SHARDS = 256;
const HOURS = 24;

/** How long deleted assets stay, in case somebody is sorry. */
export const PURGE_AFTER_MS = 7 * 24 * HOUR_MS;

/** Longer than any upload lasts: a younger object may still get its row. */
export const ORPHAN_AFTER_MS = 24 * HOUR_MS;

/** Where to look in this hour, so that a day goes round the whole bucket. */
export const prefixesOfHour = (now: Date): string[] => {
  const hour = Math.floor(now.getTime() / HOUR_MS) % HOURS;
  const shards = Array.from({ length: SHARDS }, (_, n) => n).filter((n) => n % HOURS === hour);
  const names = shards.map((n) => n.toString(16).padStart(2, "0"));
  return ["u/", ...names.flatMap((name) => [`media/${name}/`, `derived/${name}/`, `judged/${name}/`])];
};
