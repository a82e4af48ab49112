import { INTERNAL_ROLE, LABEL_RETURN_S, type LabelField, type LabelValues, LEASE_S } from "@dailies/contract";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import {
  type ClaimRow,
  claimWithBackoff,
  type KeptLease,
  type RenewedLeaseRow,
  toKeptLeases,
} from "../../leases/index.ts";
import { type ClipColumns, OTHER_CLIP } from "../work/leased-item.store.ts";

/** Who reviews or adjudicates, and when. Only internal users do. */
export interface Reviewer {
  readonly userId: string;
  readonly at: Date;
}

export interface TaskClaim {
  readonly taskId: string;
  readonly count: number;
}

const CLAIM = "select outcome, leases from claim_label_reviews($1, $2, $3, $4, $5)";

/** Claims labels to review, never the reviewer's own. Returns those that the reviewer holds already first. */
export const claimReviewLeases = (
  db: Db,
  { userId, at }: Reviewer,
  { taskId, count }: TaskClaim,
): Promise<ClaimRow> => {
  const values = [taskId, userId, count, LEASE_S, at];
  return claimWithBackoff(async () => (await executePrepared<ClaimRow>(db, CLAIM, values)).rows[0]);
};

const RENEW = "select lease_id, lease_until from renew_label_reviews($1::uuid[], $2, $3, $4)";

export const renewReviewLeases = async (
  db: Db,
  { userId, at }: Reviewer,
  leaseIds: readonly string[],
): Promise<KeptLease[]> => {
  const values = [leaseIds, userId, LEASE_S, at];
  return toKeptLeases((await executePrepared<RenewedLeaseRow>(db, RENEW, values)).rows);
};

/** A lease that was lost already needs no release. */
export const releaseReviewLease = async (db: Db, { userId }: Reviewer, leaseId: string): Promise<void> => {
  await executePrepared(db, "select release_label_review($1, $2)", [leaseId, userId]);
};

/** A label in a reviewer's hands. */
export interface ReviewItemRow extends ClipColumns {
  readonly lease_id: string;
  readonly task_id: string;
  readonly seq: number;
  readonly item_key: string;
  readonly other_key: string | null;
  readonly prefill: LabelValues | null;
  readonly lease_until: Date;
  readonly person: string;
  readonly revision: number;
  readonly label_values: LabelValues;
  readonly edited: Record<string, boolean>;
  readonly duration_ms: number;
  readonly created_at: Date;
  readonly rejections: number;
  readonly note: string;
}

const IN_HAND = `
  select v.id as lease_id, v.task_id, v.seq, i.item_key, i.other_key, i.media_type, i.duration_us::float8 as duration_us, i.fps,
    i.frames, ${OTHER_CLIP}, i.prefill, v.lease_until, u.username as person, r.revision, r.label_values, r.edited, r.duration_ms, r.created_at,
    v.rejections, v.note
  from unnest($1::uuid[]) with ordinality as wanted (id, place)
  join label_review v on v.id = wanted.id
  join label_item i on i.task_id = v.task_id and i.seq = v.seq
  join label_revision r on r.task_id = v.task_id and r.seq = v.seq and r.user_id = v.user_id and r.is_current
  join console_user u on u.id = v.user_id
  where v.reviewer_id = $2 and v.lease_until is not null order by wanted.place`;

/** In the order given. */
export const listReviewItems = async (
  db: Db,
  { userId }: Reviewer,
  leaseIds: readonly string[],
): Promise<readonly ReviewItemRow[]> =>
  leaseIds.length === 0 ? [] : (await executePrepared<ReviewItemRow>(db, IN_HAND, [leaseIds, userId])).rows;

/** What the values of a reviewer are validated against. */
export interface ReviewedLabelRow {
  readonly task_id: string;
  readonly duration_us: number | null;
  readonly prefill: LabelValues | null;
  readonly fields: LabelField[];
}

const REVIEWED = `
  select v.task_id, i.duration_us::float8 as duration_us, i.prefill, f.fields
  from label_review v
  join label_item i on i.task_id = v.task_id and i.seq = v.seq
  join label_task t on t.id = v.task_id
  join label_template_version f on f.template_id = t.template_id and f.version = t.template_version
  where v.id = $1 or (v.decided_by = $2 and v.client_id = $3)`;

/** Also finds a label that waits again since this decision, whose reply was lost. */
export const findReviewedLabel = async (
  db: Db,
  { userId }: Reviewer,
  { lease_id, client_id }: { readonly lease_id: string; readonly client_id: string },
): Promise<ReviewedLabelRow | undefined> =>
  (await executePrepared<ReviewedLabelRow>(db, REVIEWED, [lease_id, userId, client_id])).rows[0];

export interface SentVerdict {
  readonly client_id: string;
  readonly verdict: string;
  readonly revision: number;
  readonly note: string;
  readonly values?: LabelValues;
  readonly edited?: Record<string, boolean>;
}

export interface DecidedRow {
  readonly outcome: string;
  readonly of_task: string;
  readonly of_item: number;
  readonly author: string;
}

const DECIDE = "select outcome, of_task, of_item, author from decide_label_review($1, $2, $3::jsonb, $4)";

export const decideReviewRow = async (
  tx: Tx,
  { userId, at }: Reviewer,
  leaseId: string,
  sent: SentVerdict,
): Promise<DecidedRow> => {
  const more = { internal_role: INTERNAL_ROLE, return_s: LABEL_RETURN_S };
  const values = [leaseId, userId, JSON.stringify({ ...sent, ...more }), at];
  const [row] = (await executePrepared<DecidedRow>(tx, DECIDE, values)).rows;
  if (!row) throw new Error("the verdict was not answered");
  return row;
};

export interface TaskMediaRow {
  readonly dataset_id: string;
  readonly dataset_version: number;
  readonly ordinal: number;
}

const MEDIA = `
  select t.dataset_id, t.dataset_version, (case when $3 then i.other_ordinal else i.ordinal end)::float8 as ordinal
  from label_item i join label_task t on t.id = i.task_id
  where i.task_id = $1 and i.seq = $2 and (not $3 or i.other_ordinal is not null)`;

/** A clip of any item, the first or the second; only for internal users. */
export const findTaskMedia = async (
  db: Db,
  taskId: string,
  item: number,
  isSecond: boolean,
): Promise<TaskMediaRow | undefined> =>
  (await executePrepared<TaskMediaRow>(db, MEDIA, [taskId, item, isSecond])).rows[0];
