import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { sweepLeases } from "../../evaluations/index.ts";
import { removeDeletedItems, sweepLabelLeases } from "../../labelling/index.ts";

const BATCH = 500;
const ITEMS = 5_000;

export const sweepLeasesActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /** Releases expired leases, and removes items of deleted label tasks; returns whether there may be more. */
  async sweepLeasesBatch(): Promise<boolean> {
    const judging = await sweepLeases(db, clock(), BATCH, null);
    const labelling = await sweepLabelLeases(db, clock(), BATCH, null);
    const removed = await removeDeletedItems(db, ITEMS);
    return judging === BATCH || labelling === BATCH || removed === ITEMS;
  },
});

export type SweepLeasesActivities = ReturnType<typeof sweepLeasesActivities>;
