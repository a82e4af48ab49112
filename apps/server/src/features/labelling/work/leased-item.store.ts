import { type LabelField, type LabelTaskStatus, type LabelValues, UNDO_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import type { Labeller } from "./label-lease.store.ts";

export interface MediaColumns {
  readonly media_type: string | null;
  readonly duration_us: number | null;
  readonly fps: number | null;
  readonly frames: number | null;
}

/** Of an item of one clip, or of two. */
export interface ClipColumns extends MediaColumns {
  /** Null for an item of one clip. */
  readonly other: MediaColumns | null;
}

/** The second clip of the item `i`, as one value. */
export const OTHER_CLIP = `case when i.other_ordinal is not null then jsonb_build_object('media_type', i.other_media_type,
  'duration_us', i.other_duration_us, 'fps', i.other_fps, 'frames', i.other_frames) end as other`;

/** An item in somebody's hands. */
export interface LeasedItemRow extends ClipColumns {
  readonly lease_id: string;
  readonly task_id: string;
  /** Of a gold item, the number of the item that it is a copy of. */
  readonly seq: number;
  /** The position among the items that this person was given. */
  readonly own_number: number;
  readonly item_key: string;
  readonly prefill: LabelValues | null;
  readonly prefill_score: number | null;
  readonly expires_at: Date;
  /** The second clip is on the left. */
  readonly is_swapped: boolean;
  /** By side: A is the clip on the left. */
  readonly draft: LabelValues | null;
  readonly draft_saved_at: Date | null;
  /** Of a label that a reviewer rejected. */
  readonly returned_at: Date | null;
  readonly returned_note: string | null;
}

const IN_HAND = `
  select l.id as lease_id, l.task_id, coalesce(n.item_seq, l.seq) as seq, coalesce(l.own_number, l.seq) as own_number,
    i.item_key, i.media_type, i.duration_us::float8 as duration_us, i.fps, i.frames, ${OTHER_CLIP}, l.is_swapped,
    i.prefill, i.prefill_score, l.expires_at,
    case when l.is_swapped then swap_label_sides(l.task_id, l.draft) else l.draft end as draft,
    l.draft_saved_at, l.returned_at, v.note as returned_note
  from unnest($1::uuid[]) with ordinality as wanted (id, place)
  join label_lease l on l.id = wanted.id
  join label_item i on i.task_id = l.task_id and i.seq = l.seq
  left join label_review v on v.task_id = l.task_id and v.seq = l.seq and v.user_id = l.user_id
  left join label_gold_item n on l.seq > max_label_items() and n.task_id = l.task_id and n.seq = l.seq
  where l.user_id = $2 order by wanted.place`;

/** In the order given. */
export const listLeasedItems = async (
  db: Db,
  leaseIds: readonly string[],
  userId: string,
): Promise<readonly LeasedItemRow[]> =>
  leaseIds.length === 0 ? [] : (await executePrepared<LeasedItemRow>(db, IN_HAND, [leaseIds, userId])).rows;

/** The data that a label is validated against. */
export interface AskedLabelRow {
  readonly task_id: string;
  readonly seq: number;
  readonly overlap: number;
  readonly duration_us: number | null;
  readonly prefill: LabelValues | null;
  readonly fields: LabelField[];
  readonly template_version: number;
  readonly guidelines_version: number;
  /** The second clip is on the left. */
  readonly is_swapped: boolean;
}

const ASKED = `
  select l.task_id, l.seq, l.is_swapped, i.overlap, i.duration_us::float8 as duration_us, i.prefill, v.fields, t.template_version, t.guidelines_version
  from label_lease l
  join label_item i on i.task_id = l.task_id and i.seq = l.seq
  join label_task t on t.id = l.task_id
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
  where l.id = $1 and l.user_id = $2 and may_label(l.task_id, $2, $3)`;

export const findAskedLabel = async (
  db: Db,
  { userId, isExternal }: Labeller,
  leaseId: string,
): Promise<AskedLabelRow | undefined> =>
  (await executePrepared<AskedLabelRow>(db, ASKED, [leaseId, userId, !isExternal])).rows[0];

export interface LeasedMediaRow {
  readonly own_number: number;
  readonly dataset_id: string;
  readonly dataset_version: number;
  readonly ordinal: number;
}

const MEDIA = `
  select coalesce(l.own_number, l.seq) as own_number, t.dataset_id, t.dataset_version,
    (case when $6 <> l.is_swapped then i.other_ordinal else i.ordinal end)::float8 as ordinal
  from label_lease l
  join label_item i on i.task_id = l.task_id and i.seq = l.seq
  join label_task t on t.id = l.task_id
  where l.id = $1 and l.user_id = $2 and may_label(l.task_id, $2, $3)
    and (l.status = 'leased' or (l.status = 'submitted' and l.ended_at > $4::timestamptz - make_interval(secs => $5)))
    and (not $6 or i.other_ordinal is not null)`;

/**
 * For an item in the person's hands, or just submitted: undoing shows it again at once. `isRight` is the clip on the right;
 * undefined when the item has one clip.
 */
export const findLeasedMedia = async (
  db: Db,
  { userId, isExternal, at }: Labeller,
  { leaseId, isRight }: { readonly leaseId: string; readonly isRight: boolean },
): Promise<LeasedMediaRow | undefined> => {
  const values = [leaseId, userId, !isExternal, at, UNDO_S, isRight];
  return (await executePrepared<LeasedMediaRow>(db, MEDIA, values)).rows[0];
};

export interface OwnWorkRow {
  readonly status: LabelTaskStatus;
  readonly guidelines_version: number;
  readonly submitted: number;
  readonly skipped: number;
  readonly prefill_kept: number;
  readonly prefill_total: number;
  readonly seconds: number;
  readonly last_at: Date | null;
}

const OWN_WORK = `
  select t.status, t.guidelines_version, coalesce(p.submitted, 0) as submitted, coalesce(p.skipped, 0) as skipped,
    coalesce(p.prefill_kept, 0)::float8 as prefill_kept, coalesce(p.prefill_total, 0)::float8 as prefill_total,
    coalesce(p.spent_ms, 0)::float8 / 1000 as seconds, p.last_at
  from label_task t left join label_person p on p.task_id = t.id and p.user_id = $2 where t.id = $1 and t.deleted_at is null`;

export const findOwnWork = async (db: Db, taskId: string, userId: string): Promise<OwnWorkRow | undefined> =>
  (await executePrepared<OwnWorkRow>(db, OWN_WORK, [taskId, userId])).rows[0];

/** More leases than 500 people hold are not counted. */
const MAX_COUNTED = 2_000;
const QUEUE = "select leased_by_others, next_free_at from label_queue($1, $2, $3)";

export const findLabelQueue = async (
  db: Db,
  taskId: string,
  userId: string,
): Promise<{ leased_by_others: number; next_free_at: Date | null }> => {
  const { rows } = await executePrepared<{ leased_by_others: number; next_free_at: Date | null }>(db, QUEUE, [
    taskId,
    userId,
    MAX_COUNTED,
  ]);
  return rows[0] ?? { leased_by_others: 0, next_free_at: null };
};
