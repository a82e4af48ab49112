import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { sweepLeases } from "../../evaluations/index.ts";
import { sweepLabelLeases } from "../../labelling/index.ts";

const BATCH = 500;

export const sweepLeasesActivities = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => ({
  /** Releases expired leases of judging and of labelling; returns whether there may be more. */
  async sweepLeasesBatch(): Promise<boolean> {
    const judging = await sweepLeases(db, clock(), BATCH, null);
    const labelling = await sweepLabelLeases(db, clock(), BATCH, null);
    return judging === BATCH || labelling === BATCH;
  },
});

export type SweepLeasesActivities = ReturnType<typeof sweepLeasesActivities>;
