import { MAX_LEASES, UNDO_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import {
  type ClaimRow,
  claimWithBackoff,
  type KeptLease,
  type RenewedLeaseRow,
  toKeptLeases,
} from "../../leases/index.ts";
import type { Viewer } from "../tasks/label-task.store.ts";

/** Who labels, and when. */
export interface Labeller extends Viewer {
  readonly at: Date;
}

const CLAIM = "select outcome, leases from claim_label_items($1, $2, $3, $4, $5, $6)";

/** Claims items under a lease. Returns those that the person holds already first. */
export const claimLabelLeases = (
  db: Db,
  { userId, isExternal, at }: Labeller,
  { taskId, count }: { readonly taskId: string; readonly count: number },
): Promise<ClaimRow> => {
  const values = [taskId, userId, !isExternal, count, MAX_LEASES, at];
  return claimWithBackoff(async () => (await executePrepared<ClaimRow>(db, CLAIM, values)).rows[0]);
};

const RENEW = "select lease_id, lease_until from renew_label_leases($1::uuid[], $2, $3, $4)";

/** Heartbeat: extends the leases and returns those still held. */
export const renewLabelLeases = async (
  db: Db,
  { userId, isExternal, at }: Labeller,
  leaseIds: readonly string[],
): Promise<KeptLease[]> => {
  const values = [leaseIds, userId, !isExternal, at];
  return toKeptLeases((await executePrepared<RenewedLeaseRow>(db, RENEW, values)).rows);
};

const DRAFT = `update label_lease set
    draft = case when status in ('submitted', 'skipped') or draft_saved_at > $5 then draft
      when is_swapped then swap_label_sides(task_id, $4::jsonb) else $4::jsonb end,
    draft_saved_at = case when status in ('submitted', 'skipped') then draft_saved_at else greatest(draft_saved_at, $5) end
  where id = $1 and user_id = $2 and may_label(task_id, $2, $3) returning id`;

/** Stores the newest draft, also after the lease has expired. False when the person never held the lease. */
export const storeLabelDraft = async (
  db: Db,
  { userId, isExternal }: Labeller,
  { leaseId, values, savedAt }: { readonly leaseId: string; readonly values: object; readonly savedAt: Date },
): Promise<boolean> => {
  const { rows } = await executePrepared(db, DRAFT, [leaseId, userId, !isExternal, JSON.stringify(values), savedAt]);
  return rows.length > 0;
};

export interface LabelLeaseEnd {
  readonly leaseId: string;
  readonly how: "released" | "skipped";
  readonly reason: string | null;
  readonly note: string | null;
}

const END = "select end_label_lease($1, $2, $3, $4, $5, $6, $7) as outcome";

export const endLabelLease = async (
  db: Db,
  { userId, isExternal, at }: Labeller,
  { leaseId, how, reason, note }: LabelLeaseEnd,
): Promise<string> => {
  const values = [leaseId, userId, !isExternal, how, reason, note, at];
  const { rows } = await executePrepared<{ outcome: string }>(db, END, values);
  return rows[0]?.outcome ?? "no_lease";
};

export interface SentLabel {
  readonly client_id: string;
  readonly values: object;
  readonly edited: object;
  readonly template_version: number;
  readonly guidelines_version: number;
  readonly duration_ms: number;
  readonly watched_s: number;
}

export interface SubmittedRow {
  readonly outcome: string;
  readonly revision_id: string;
  readonly told_at: Date;
}

const SUBMIT = "select outcome, revision_id, told_at from submit_label($1, $2, $3, $4::jsonb, $5)";

export const insertLabel = async (
  db: Db,
  { userId, isExternal, at }: Labeller,
  leaseId: string,
  sent: SentLabel,
): Promise<SubmittedRow> => {
  const { rows } = await executePrepared<SubmittedRow>(db, SUBMIT, [
    leaseId,
    userId,
    !isExternal,
    JSON.stringify(sent),
    at,
  ]);
  const [row] = rows;
  if (!row) throw new Error("the label was not answered");
  return row;
};

const UNDO = "select outcome, lease_id from undo_label($1, $2, $3, $4, $5, $6)";

export const undoSubmittedLabel = async (
  db: Db,
  { userId, isExternal, at }: Labeller,
  revisionId: string,
): Promise<{ outcome: string; leaseId: string | null }> => {
  const values = [revisionId, userId, !isExternal, UNDO_S, MAX_LEASES, at];
  const { rows } = await executePrepared<{ outcome: string; lease_id: string | null }>(db, UNDO, values);
  return { outcome: rows[0]?.outcome ?? "no_label", leaseId: rows[0]?.lease_id ?? null };
};

/** Expires leases; returns how many items went back to the queue. */
export const sweepLabelLeases = async (db: Db, at: Date, most: number, onlyTaskId: string | null): Promise<number> => {
  const values = [at, most, onlyTaskId];
  const { rows } = await executePrepared<{ swept: number }>(
    db,
    "select sweep_label_leases($1, $2, $3) as swept",
    values,
  );
  return rows[0]?.swept ?? 0;
};
