import type { LabelField, LabelTaskStatus, LabelValues, PrefillColumn } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type KeptQuery, keptQuery } from "../../datasets/index.ts";

/** What filling needs to know of a task. */
export interface FillingTask {
  readonly id: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly drawCount: number | null;
  readonly isRandom: boolean;
  readonly seed: number;
  readonly overlap: number;
  readonly prefill: readonly PrefillColumn[];
  readonly scoreColumn: string | null;
  readonly fields: readonly LabelField[];
  /** Null for a view. */
  readonly keys: readonly string[] | null;
  /** For each key, that of the second clip; null for items of one clip. */
  readonly otherKeys: readonly string[] | null;
  /** The column of the view with the key of the second clip. */
  readonly pairColumn: string | null;
  readonly itemsTotal: number;
  /** An earlier task, whose disagreements are taken. */
  readonly fromTaskId: string | null;
}

/** Undefined for a task in another status. */
export const findTaskToFill = async (
  db: Db,
  id: string,
  statuses: readonly LabelTaskStatus[],
): Promise<FillingTask | undefined> => {
  const { rows } = await sql<FillingTask>`
    select t.id, t.dataset_id as "datasetId", t.dataset_version as "datasetVersion", t.query, t.order_by as "orderBy",
      t.draw_count as "drawCount", t.item_order = 'random' as "isRandom", t.seed, t.overlap, t.prefill,
      t.prefill_score_column as "scoreColumn", v.fields, k.keys, k.other_keys as "otherKeys", t.pair_column as "pairColumn",
      t.items_total as "itemsTotal", t.from_task_id as "fromTaskId"
    from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    left join label_task_keys k on k.task_id = t.id
    where t.id = ${id} and t.status = any(${[...statuses]}::text[])`.execute(db);
  const [row] = rows;
  return row && { ...row, query: keptQuery.parse(row.query) };
};

export interface NewLabelClip {
  readonly key: string;
  readonly ordinal: number;
  readonly mediaType: string | null;
  readonly durationUs: number | null;
  readonly fps: number | null;
  readonly frames: number | null;
}

export interface NewLabelItem extends NewLabelClip {
  readonly prefill: LabelValues | null;
  readonly score: number | null;
  /** The second clip of a pair. */
  readonly other: NewLabelClip | null;
}

/** Appends a batch if the task is still being filled and has exactly `after` items; returns false otherwise. */
export const appendItems = (
  db: Db,
  { id, overlap }: Pick<FillingTask, "id" | "overlap">,
  { after, items, at }: { readonly after: number; readonly items: readonly NewLabelItem[]; readonly at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("label_task")
      .set({ items_total: after + items.length, updated_at: at })
      .where("id", "=", id)
      .where("status", "=", "Filling")
      .where("items_total", "=", after)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertItemRows(tx, { id, overlap }, after, items);
    return true;
  });

/** Numbers the items after the given one. The caller has made room for them in the task. */
export const insertItemRows = async (
  tx: Tx,
  { id, overlap }: Pick<FillingTask, "id" | "overlap">,
  after: number,
  items: readonly NewLabelItem[],
): Promise<void> => {
  const others = items.map(({ other }) => other);
  await sql`insert into label_item
      (task_id, seq, item_key, ordinal, media_type, duration_us, fps, frames, other_key, other_ordinal, other_media_type,
        other_duration_us, other_fps, other_frames, prefill, prefill_score, overlap)
    select ${id}, ${after} + n, item_key, ordinal, media_type, duration_us, fps, frames, other_key, other_ordinal,
      other_media_type, other_duration_us, other_fps, other_frames, prefill::jsonb, score, ${overlap}
    from unnest(${clipArrays(items)}, ${clipArrays(others)},
      ${items.map(({ prefill }) => prefill && JSON.stringify(prefill))}::text[], ${items.map(({ score }) => score)}::real[])
      with ordinality as read (item_key, ordinal, media_type, duration_us, fps, frames, other_key, other_ordinal,
        other_media_type, other_duration_us, other_fps, other_frames, prefill, score, n)`.execute(tx);
};

/** One array for each column of a clip. */
const clipArrays = (clips: readonly (NewLabelClip | null)[]): RawBuilder<unknown> => {
  const column = <K extends keyof NewLabelClip>(name: K) => clips.map((clip) => clip?.[name] ?? null);
  return sql`${column("key")}::text[], ${column("ordinal")}::bigint[], ${column("mediaType")}::text[],
    ${column("durationUs")}::bigint[], ${column("fps")}::float8[], ${column("frames")}::integer[]`;
};

/** Opens the task, unless it was closed meanwhile or another worker has more items. Returns its owner if it was opened. */
export const finishFilling = async (
  db: Db,
  id: string,
  {
    total,
    missing,
    at,
  }: {
    readonly total: number;
    readonly missing: { readonly count: number; readonly examples: readonly string[] };
    readonly at: Date;
  },
): Promise<string | undefined> => {
  const { rows } = await sql<{ owner_id: string }>`
    update label_task set status = 'Open', revision = revision + 1, updated_at = ${at}, opened_at = coalesce(opened_at, ${at}),
      missing_keys = ${missing.count}, missing_key_examples = ${[...missing.examples]}::text[]
    where id = ${id} and status = 'Filling' and items_total = ${total} returning owner_id`.execute(db);
  return rows[0]?.owner_id;
};

export const failFilling = async (
  db: Db,
  id: string,
  { error, at }: { readonly error: string; readonly at: Date },
): Promise<void> => {
  await sql`update label_task set status = 'Failed', revision = revision + 1, updated_at = ${at},
      error = ${error.slice(0, 500)}
    where id = ${id} and status = 'Filling'`.execute(db);
};
