import { type LabelAnswer, type LabelField, type LabelValues, LEASE_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import {
  type ClaimRow,
  claimWithBackoff,
  type KeptLease,
  type RenewedLeaseRow,
  toKeptLeases,
} from "../../leases/index.ts";
import { type ClipColumns, OTHER_CLIP } from "../work/leased-item.store.ts";
import type { Reviewer, TaskClaim } from "./review.store.ts";

export interface AdjudicationClaim extends TaskClaim {
  /** Comes first, also if it is adjudicated. */
  readonly item: number | null;
}

const CLAIM = "select outcome, leases from claim_label_adjudications($1, $2, $3, $4, $5, $6)";

/** Claims the items whose labels agree least. Returns those that the adjudicator holds already first. */
export const claimAdjudicationLeases = (
  db: Db,
  { userId, at }: Reviewer,
  { taskId, count, item }: AdjudicationClaim,
): Promise<ClaimRow> => {
  const values = [taskId, userId, item, count, LEASE_S, at];
  return claimWithBackoff(async () => (await executePrepared<ClaimRow>(db, CLAIM, values)).rows[0]);
};

const RENEW = "select lease_id, lease_until from renew_label_adjudications($1::uuid[], $2, $3, $4)";

export const renewAdjudicationLeases = async (
  db: Db,
  { userId, at }: Reviewer,
  leaseIds: readonly string[],
): Promise<KeptLease[]> => {
  const values = [leaseIds, userId, LEASE_S, at];
  return toKeptLeases((await executePrepared<RenewedLeaseRow>(db, RENEW, values)).rows);
};

/** A lease that was lost already needs no release. */
export const releaseAdjudicationLease = async (db: Db, { userId }: Reviewer, leaseId: string): Promise<void> => {
  await executePrepared(db, "select release_label_adjudication($1, $2)", [leaseId, userId]);
};

/** An item in an adjudicator's hands. */
export interface AdjudicationItemRow extends ClipColumns {
  readonly lease_id: string;
  readonly task_id: string;
  readonly seq: number;
  readonly item_key: string;
  readonly other_key: string | null;
  readonly prefill: LabelValues | null;
  readonly expires_at: Date;
  readonly agreement: number | null;
  readonly is_escalated: boolean;
  /** At most ten, by person. */
  readonly answers: LabelAnswer[];
  readonly counted_revision: number | null;
  readonly counted_values: LabelValues | null;
  readonly counted_by: string | null;
  readonly counted_at: Date | null;
}

const IN_HAND = `
  select l.id as lease_id, l.task_id, l.seq, i.item_key, i.other_key, i.media_type, i.duration_us::float8 as duration_us, i.fps,
    i.frames, ${OTHER_CLIP}, i.prefill, l.expires_at, i.agreement, i.is_escalated, a.revision as counted_revision, a.label_values as counted_values,
    s.username as counted_by, a.created_at as counted_at, (
      select coalesce(jsonb_agg(jsonb_build_object('revision_id', r.id, 'revision', r.revision, 'person', u.username,
          'by', b.username, 'values', r.label_values, 'review', v.state, 'note', coalesce(v.note, '')) order by u.username),
        '[]')
      from label_revision r
      join console_user u on u.id = r.user_id
      join console_user b on b.id = r.made_by
      left join label_review v on v.task_id = r.task_id and v.seq = r.seq and v.user_id = r.user_id
      where r.task_id = l.task_id and r.seq = l.seq and r.is_current
    ) as answers
  from unnest($1::uuid[]) with ordinality as wanted (id, place)
  join label_adjudication_lease l on l.id = wanted.id
  join label_item i on i.task_id = l.task_id and i.seq = l.seq
  left join label_adjudication a on a.task_id = l.task_id and a.seq = l.seq and a.is_current
  left join console_user s on s.id = a.made_by
  where l.user_id = $2 order by wanted.place`;

/** In the order given. */
export const listAdjudicationItems = async (
  db: Db,
  { userId }: Reviewer,
  leaseIds: readonly string[],
): Promise<readonly AdjudicationItemRow[]> =>
  leaseIds.length === 0 ? [] : (await executePrepared<AdjudicationItemRow>(db, IN_HAND, [leaseIds, userId])).rows;

/** What an answer is validated against. */
export interface AdjudicatedItemRow {
  readonly task_id: string;
  readonly duration_us: number | null;
  readonly fields: LabelField[];
  readonly template_version: number;
}

const ADJUDICATED = `
  select t.id as task_id, i.duration_us::float8 as duration_us, v.fields, t.template_version
  from (
    select l.task_id, l.seq from label_adjudication_lease l where l.id = $1 and l.user_id = $2
    union all
    select a.task_id, a.seq from label_adjudication a where a.made_by = $2 and a.client_id = $3
  ) place
  join label_item i on i.task_id = place.task_id and i.seq = place.seq
  join label_task t on t.id = place.task_id
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
  limit 1`;

/** The item of a lease, or of the answer that was sent under this client id before. */
export const findAdjudicatedItem = async (
  db: Db,
  { userId }: Reviewer,
  { leaseId, clientId }: { readonly leaseId: string; readonly clientId: string },
): Promise<AdjudicatedItemRow | undefined> =>
  (await executePrepared<AdjudicatedItemRow>(db, ADJUDICATED, [leaseId, userId, clientId])).rows[0];

export interface SentAdjudication {
  readonly client_id: string;
  readonly values: LabelValues;
  readonly taken_from: string | null;
  readonly note: string;
  readonly template_version: number;
  readonly duration_ms: number;
}

const DECIDE = "select outcome from adjudicate_label_item($1, $2, $3::jsonb, $4)";

export const insertAdjudication = async (
  db: Db,
  { userId, at }: Reviewer,
  leaseId: string,
  sent: SentAdjudication,
): Promise<string> => {
  const values = [leaseId, userId, JSON.stringify(sent), at];
  const { rows } = await executePrepared<{ outcome: string }>(db, DECIDE, values);
  return rows[0]?.outcome ?? "lost";
};
