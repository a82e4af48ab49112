import type { EvaluationItem, SKIP_REASONS } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { claimNext } from "../rating/claim-items.ts";
import { findAskedItem } from "../rating/item.store.ts";
import { endLease, type LeaseEnd } from "../rating/lease.store.ts";
import { refusedLease } from "../rating/refused-lease.ts";

interface Rater {
  readonly raterId: string;
  readonly at: Date;
}

const end = async (db: Db, lease: LeaseEnd): Promise<void> => {
  const outcome = await endLease(db, lease);
  if (outcome !== "ok" && outcome !== "again") throw refusedLease(outcome);
};

/** Returns the item to the queue, where the same rater may get it again; keeps the draft. */
export const releaseItem = (db: Db, { raterId, at }: Rater, leaseId: string): Promise<void> =>
  end(db, { leaseId, raterId, how: "released", reason: null, note: null, at });

interface Skip {
  readonly leaseId: string;
  readonly reason: (typeof SKIP_REASONS)[number];
  readonly note: string;
}

/** The rater never gets this item again. */
export const skipItem = async (
  db: Db,
  { raterId, at }: Rater,
  { leaseId, reason, note }: Skip,
): Promise<EvaluationItem | null> => {
  const asked = await findAskedItem(db, leaseId, raterId);
  if (!asked) throw refusedLease("no_lease");
  await end(db, { leaseId, raterId, how: "skipped", reason, note, at });
  return claimNext(db, { taskId: asked.taskId, raterId, at });
};
