import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { sweepLeases } from "../rating/lease.store.ts";

const BATCH = 500;

export const sweepLeasesActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /** Releases expired leases; returns whether there may be more. */
  sweepLeasesBatch: async (): Promise<boolean> => (await sweepLeases(db, clock(), BATCH, null)) === BATCH,
});

export type SweepLeasesActivities = ReturnType<typeof sweepLeasesActivities>;
