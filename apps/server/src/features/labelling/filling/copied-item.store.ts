import type { LabelField } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The earlier task of which the items are copied. */
export interface CopySource {
  readonly itemsTotal: number;
  readonly fields: readonly LabelField[];
  /** Items that were looked at. */
  readonly read: number;
}

export const findCopySource = async (db: Db, taskId: string): Promise<CopySource | undefined> => {
  const { rows } = await sql<CopySource>`
    select f.items_total as "itemsTotal", v.fields, t.from_read as read
    from label_task t join label_task f on f.id = t.from_task_id
    join label_template_version v on v.template_id = f.template_id and v.version = f.template_version
    where t.id = ${taskId}`.execute(db);
  return rows[0];
};

export interface CopyRange {
  /** Items of the earlier task that were looked at, and up to which to go on. */
  readonly after: number;
  readonly last: number;
  /** Items that the new task has. */
  readonly total: number;
  /** Fields that start with the values of the earlier task. */
  readonly keptFields: readonly string[];
  readonly at: Date;
}

/**
 * Copies the items of a range on which people disagree. Returns how many the task has then; undefined when it is no longer
 * being filled, or when another worker has gone on with it.
 */
export const copyDisagreedItems = (
  db: Db,
  taskId: string,
  { after, last, total, keptFields, at }: CopyRange,
): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    const locked = await sql`select from label_task where id = ${taskId} and status = 'Filling'
      and items_total = ${total} and from_read = ${after} for no key update`.execute(tx);
    if (locked.rows.length === 0) return undefined;
    const copied = await sql`insert into label_item
        (task_id, seq, item_key, ordinal, media_type, duration_us, fps, frames, other_key, other_ordinal, other_media_type,
          other_duration_us, other_fps, other_frames, prefill, prefill_score, prefill_id, overlap)
      select t.id, ${total}::int + row_number() over (order by i.seq), i.item_key, i.ordinal, i.media_type, i.duration_us,
        i.fps, i.frames, i.other_key, i.other_ordinal, i.other_media_type, i.other_duration_us, i.other_fps, i.other_frames,
        kept.prefill, case when kept.prefill is not null then i.prefill_score end,
        case when kept.prefill is not null then i.prefill_id end, t.overlap
      from label_task t join label_task f on f.id = t.from_task_id
      join label_item i on i.task_id = f.id and i.seq > ${after} and i.seq <= ${last}
      cross join lateral (select jsonb_object_agg(value.key, value.value) as prefill from jsonb_each(i.prefill) value
        where value.key = any(${[...keptFields]}::text[])) kept
      where t.id = ${taskId} and case when t.from_below is null
        then not i.is_adjudicated and (i.is_escalated or i.agreement < (f.adjudicate_below / 100.0)::real)
        else i.agreement < (t.from_below / 100.0)::real end`.execute(tx);
    const items = total + Number(copied.numAffectedRows ?? 0n);
    await sql`update label_task set items_total = ${items}, from_read = ${last}, updated_at = ${at}
      where id = ${taskId}`.execute(tx);
    return items;
  });
