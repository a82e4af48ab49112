import type { LabelValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** One person's label of one item. */
export interface ExportedLabelRow {
  readonly seq: number;
  readonly user_id: string;
  readonly item_key: string;
  readonly ordinal: number;
  /** The second clip of an item of two. */
  readonly other_key: string | null;
  readonly other_ordinal: number | null;
  /** The person saw the second clip on the left. */
  readonly is_swapped: boolean;
  readonly media_type: string | null;
  readonly duration_us: number | null;
  readonly fps: number | null;
  readonly person: string;
  readonly revision: number;
  readonly label_values: LabelValues;
  readonly edited: Record<string, boolean>;
  /** The model that proposed the prefilled values; null when they came from a file or a column, or there were none. */
  readonly prefill_model: { readonly name: string; readonly version: string } | null;
  readonly template_version: number;
  readonly guidelines_version: number;
  readonly duration_ms: number;
  readonly created_at: Date;
  /** The label had been undone: it was not there at that time. */
  readonly is_undone: boolean;
}

export type LabelPosition = Pick<ExportedLabelRow, "seq" | "user_id">;

/** The name is that of the time when the run started. */
const PREFILL_MODEL = sql`case when r.edited <> '{}' then (
  select jsonb_build_object('name', p.file_name, 'version', m.performer_version)
  from label_prefill p join label_prefill_model m on m.prefill_id = p.id where p.id = r.prefill_id) end`;

/**
 * The labels as they were at one time, by item and person, after a position (a keyset). A label at that time is the newest
 * revision made until then; it may have been undone until then. Gold items are no data.
 */
export const listLabelsAt = async (
  db: Db,
  taskId: string,
  { at, after, limit }: { readonly at: Date; readonly after: LabelPosition; readonly limit: number },
): Promise<ExportedLabelRow[]> => {
  const { rows } = await sql<ExportedLabelRow>`
    select r.seq, r.user_id, i.item_key, i.ordinal::float8 as ordinal, i.other_key,
      i.other_ordinal::float8 as other_ordinal, l.is_swapped, i.media_type, i.duration_us::float8 as duration_us, i.fps, u.username as person, r.revision, r.label_values, r.edited,
      ${PREFILL_MODEL} as prefill_model, r.template_version, r.guidelines_version, r.duration_ms, r.created_at,
      coalesce(r.undone_at <= ${at}, false) as is_undone
    from (
      select distinct on (q.seq, q.user_id) q.* from label_revision q
      where q.task_id = ${taskId} and (q.seq, q.user_id) > (${after.seq}, ${after.user_id}::uuid) and q.created_at <= ${at}
        and q.seq <= max_label_items()
      order by q.seq, q.user_id, q.revision desc limit ${limit}
    ) r join label_item i on i.task_id = r.task_id and i.seq = r.seq join console_user u on u.id = r.user_id
      join label_lease l on l.id = r.lease_id
    order by r.seq, r.user_id`.execute(db);
  return rows;
};

/** The answers of adjudicators to a range of items, as they were at one time. */
export const listAdjudicationsAt = async (
  db: Db,
  taskId: string,
  { at, first, last }: { readonly at: Date; readonly first: number; readonly last: number },
): Promise<ReadonlyMap<number, LabelValues>> => {
  const { rows } = await sql<{ seq: number; label_values: LabelValues }>`
    select distinct on (a.seq) a.seq, a.label_values from label_adjudication a
    where a.task_id = ${taskId} and a.seq between ${first} and ${last} and a.created_at <= ${at}
    order by a.seq, a.revision desc`.execute(db);
  return new Map(rows.map(({ seq, label_values }) => [seq, label_values]));
};
