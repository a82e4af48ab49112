import type { LabelField, LabelValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface MeasuredTask {
  readonly fields: readonly LabelField[];
  readonly overlap: number;
}

export const findMeasuredTask = async (db: Db, taskId: string): Promise<MeasuredTask | undefined> => {
  const { rows } = await sql<MeasuredTask>`
    select v.fields, t.overlap from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${taskId}`.execute(db);
  return rows[0];
};

/** The first items with two labels or more. */
export const listComparedItems = async (db: Db, taskId: string, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ seq: number }>`
    select seq from label_item where task_id = ${taskId} and done >= 2 order by seq limit ${limit}`.execute(db);
  return rows.map(({ seq }) => seq);
};

/** The numbers of the first and the last item with two labels or more. */
export const findComparedRange = async (
  db: Db,
  taskId: string,
): Promise<{ readonly first: number | null; readonly last: number | null }> => {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(seq) as first, max(seq) as last from label_item where task_id = ${taskId} and done >= 2`.execute(db);
  return rows[0] ?? { first: null, last: null };
};

/** For each number the next item with two labels or more, each item once, in the order of the numbers given. */
export const listItemsNextTo = async (
  db: Db,
  taskId: string,
  numbers: readonly number[],
  limit: number,
): Promise<number[]> => {
  const { rows } = await sql<{ seq: number }>`
    select item.seq from unnest(${[...numbers]}::integer[]) with ordinality as drawn (seq, n)
    cross join lateral (
      select i.seq from label_item i where i.task_id = ${taskId} and i.done >= 2 and i.seq >= drawn.seq
      order by i.seq limit 1
    ) item
    group by item.seq order by min(drawn.n) limit ${limit}`.execute(db);
  return rows.map(({ seq }) => seq);
};

export interface CurrentLabel {
  readonly seq: number;
  readonly user_id: string;
  readonly label_values: LabelValues;
  readonly created_at: Date;
}

/** By item, then by person. */
export const listCurrentLabels = async (db: Db, taskId: string, items: readonly number[]): Promise<CurrentLabel[]> => {
  const { rows } = await sql<CurrentLabel>`
    select seq, user_id, label_values, created_at from label_revision
    where task_id = ${taskId} and seq = any(${[...items]}::integer[]) and is_current
    order by seq, user_id`.execute(db);
  return rows;
};

export interface TimedLabel {
  /** The start of its week. */
  readonly monday: Date;
  readonly seconds: number;
  /** Prefilled fields, and those of them that were submitted unchanged. */
  readonly prefilled: number;
  readonly kept: number;
}

/** The newest labels that one person made in each week, without those that were undone. */
export const listTimedLabels = async (
  db: Db,
  taskId: string,
  userId: string,
  { mondays, perWeek }: { readonly mondays: readonly Date[]; readonly perWeek: number },
): Promise<TimedLabel[]> => {
  const { rows } = await sql<TimedLabel>`
    select w.monday, r.duration_ms::float8 / 1000 as seconds, label_prefills(r.edited) as prefilled,
      kept_prefills(r.edited) as kept
    from unnest(${[...mondays]}::timestamptz[]) as w (monday)
    cross join lateral (
      select e.seq, e.revision from label_event e
      where e.task_id = ${taskId} and e.user_id = ${userId} and e.at >= w.monday and e.at < w.monday + interval '168 hours'
        and e.event in ('submitted', 'edited') and e.seq <= max_label_items()
      order by e.at desc, e.id desc limit ${perWeek}
    ) made
    join label_revision r on r.task_id = ${taskId} and r.seq = made.seq and r.user_id = ${userId}
      and r.revision = made.revision
    where r.undone_at is null`.execute(db);
  return rows;
};
