import { LEASE_S, MAX_LEASES, UNDO_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import { type ClaimRow, claimWithBackoff } from "../../leases/index.ts";

export interface Claim {
  readonly taskId: string;
  readonly raterId: string;
  readonly count: number;
  readonly at: Date;
}

type Claimed =
  | { readonly outcome: "ok"; readonly leaseIds: readonly string[] }
  | { readonly outcome: "no_rater" | "closed" };

const CLAIM = "select outcome, leases from claim_items($1, $2, $3, $4, $5, $6)";

/**
 * Claims items under a lease, which expires without a heartbeat. Returns items the rater already holds first, then new ones.
 */
export const claimLeases = async (db: Db, { taskId, raterId, count, at }: Claim): Promise<Claimed> => {
  const values = [taskId, raterId, count, LEASE_S, MAX_LEASES, at];
  const { outcome, leases } = await claimWithBackoff(
    async () => (await executePrepared<ClaimRow>(db, CLAIM, values)).rows[0],
  );
  return outcome === "ok" ? { outcome, leaseIds: leases } : { outcome: outcome as "no_rater" | "closed" };
};

export interface LeaseEnd {
  readonly leaseId: string;
  readonly raterId: string;
  readonly how: "released" | "skipped";
  readonly reason: string | null;
  readonly note: string | null;
  readonly at: Date;
}

const END = "select end_lease($1, $2, $3, $4, $5, $6) as outcome";

export const endLease = async (db: Db, { leaseId, raterId, how, reason, note, at }: LeaseEnd): Promise<string> => {
  const values = [leaseId, raterId, how, reason, note, at];
  const { rows } = await executePrepared<{ outcome: string }>(db, END, values);
  return rows[0]?.outcome ?? "no_lease";
};

const UNDO = "select outcome, lease_id from undo_judgement($1, $2, $3, $4, $5, $6)";

export const undoVote = async (
  db: Db,
  { judgementId, raterId, at }: { judgementId: string; raterId: string; at: Date },
): Promise<{ outcome: string; leaseId: string | null }> => {
  const values = [judgementId, raterId, UNDO_S, LEASE_S, MAX_LEASES, at];
  const { rows } = await executePrepared<{ outcome: string; lease_id: string | null }>(db, UNDO, values);
  return { outcome: rows[0]?.outcome ?? "no_judgement", leaseId: rows[0]?.lease_id ?? null };
};

const BEAT = `update evaluation_lease l set expires_at = $3
  from evaluation e
  where l.id = any ($1::uuid[]) and l.rater_id = $2 and l.status = 'leased'
    and e.task_id = l.task_id and e.started_at is not null and e.closed_at is null
  returning l.id`;

/** Heartbeat: extends the leases and returns the ids of those still held. */
export const keepLeases = async (
  db: Db,
  { leaseIds, raterId, until }: { leaseIds: readonly string[]; raterId: string; until: Date },
): Promise<string[]> => {
  const { rows } = await executePrepared<{ id: string }>(db, BEAT, [leaseIds, raterId, until]);
  return rows.map(({ id }) => id);
};

const DRAFT = `update evaluation_lease set
    draft = case when status in ('submitted', 'skipped') or draft_saved_at > $4 then draft else $3::jsonb end,
    draft_saved_at = case when status in ('submitted', 'skipped') then draft_saved_at else greatest(draft_saved_at, $4) end
  where id = $1 and rater_id = $2 returning id`;

/** Stores the newest draft, also after the lease has expired. False when the rater never held the lease. */
export const storeDraft = async (
  db: Db,
  { leaseId, raterId, draft, savedAt }: { leaseId: string; raterId: string; draft: object; savedAt: Date },
): Promise<boolean> => {
  const { rows } = await executePrepared(db, DRAFT, [leaseId, raterId, JSON.stringify(draft), savedAt]);
  return rows.length > 0;
};

/** Expires leases; returns how many items went back to the queue. */
export const sweepLeases = async (db: Db, at: Date, most: number, onlyTaskId: string | null): Promise<number> => {
  const { rows } = await executePrepared<{ swept: number }>(db, "select sweep_leases($1, $2, $3) as swept", [
    at,
    most,
    onlyTaskId,
  ]);
  return rows[0]?.swept ?? 0;
};
