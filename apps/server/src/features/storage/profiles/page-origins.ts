import type { Db } from "../../../platform/db/database.ts";
import { listPublicEndpoints } from "./profile.store.ts";

/** How long other processes may not know a newly registered profile. */
const FRESH_MS = 5_000;
/** Limited by the size of the header. */
const MAX_ORIGINS = 100;

/** The origins that pages may read from besides the console (CSP); they change at runtime. */
export interface PageOrigins {
  readonly read: () => Promise<readonly string[]>;
  /** Call it after a profile was changed. */
  readonly refresh: () => Promise<void>;
}

export const createPageOrigins = (db: Db, own: readonly string[]): PageOrigins => {
  let known: Promise<readonly string[]> = Promise.resolve(own);
  let readAtMs = -FRESH_MS;

  const ask = async (): Promise<readonly string[]> =>
    [...new Set([...own, ...(await listPublicEndpoints(db))])].slice(0, MAX_ORIGINS);
  const refresh = async (): Promise<void> => {
    const before = known;
    readAtMs = performance.now();
    // If the database is down, pages are served with the last known origins.
    known = ask().catch(() => before);
    await known;
  };
  return {
    refresh,
    read: async () => {
      if (performance.now() - readAtMs >= FRESH_MS) await refresh();
      return known;
    },
  };
};
