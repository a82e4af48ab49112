import type { Db } from "../../../platform/db/database.ts";
import { listPublicEndpoints } from "./profile.store.ts";

/** For how long another process may not know of a profile that this one registered. */
const FRESH_MS = 5_000;
/** A header has room for no more. */
const MAX_ORIGINS = 100;

/** Where pages may read from, besides the console itself: it changes while the console runs. */
export interface PageOrigins {
  readonly read: () => Promise<readonly string[]>;
  /** At once, by whoever has changed a profile. */
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
    // A page is served without the database too: then with what was last known.
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
