import { randomInt } from "node:crypto";
import type { LabelField, LabelGoldItem, LabelGoldRow, LabelValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** By key. */
export const listGold = async (db: Db, taskId: string): Promise<LabelGoldItem[]> => {
  const { rows } = await sql<LabelGoldItem>`select id, item_key as key, seq as item, answers as values, state
    from label_gold where task_id = ${taskId} order by item_key`.execute(db);
  return rows;
};

export const countGold = async (tx: Tx, taskId: string): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from label_gold where task_id = ${taskId}`.execute(tx);
  return rows[0]?.n ?? 0;
};

export interface GoldMarks {
  readonly taskId: string;
  readonly madeBy: string;
  readonly at: Date;
}

const MAX_PLACE = 2 ** 31 - 1;

/** Marks items by key, each once; an item that is found already stays found, with the new answers. */
export const upsertGold = async (tx: Tx, marks: GoldMarks, rows: readonly LabelGoldRow[]): Promise<void> => {
  const { taskId, madeBy, at } = marks;
  await sql`insert into label_gold (id, task_id, item_key, answers, state, place, made_by, created_at)
    select gen_random_uuid(), ${taskId}, item_key, answers::jsonb, 'waiting', place, ${madeBy}, ${at}
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ values }) => JSON.stringify(values))}::text[],
      ${rows.map(() => randomInt(MAX_PLACE))}::integer[]) as given (item_key, answers, place)
    on conflict (task_id, item_key) do update set answers = excluded.answers,
      state = case when label_gold.seq is null then 'waiting' else 'ready' end`.execute(tx);
};

/** Marks an item of the task whose number is known. */
export const insertFoundGold = async (
  tx: Tx,
  { taskId, madeBy, at }: GoldMarks,
  { key, item, values }: LabelGoldRow & { readonly item: number },
): Promise<void> => {
  await sql`insert into label_gold (id, task_id, item_key, seq, answers, state, place, made_by, created_at)
    values (gen_random_uuid(), ${taskId}, ${key}, ${item}, ${JSON.stringify(values)}, 'ready', ${randomInt(MAX_PLACE)},
      ${madeBy}, ${at})
    on conflict (task_id, item_key) do update set answers = excluded.answers, seq = excluded.seq, state = 'ready'`.execute(
    tx,
  );
};

export const deleteGold = async (tx: Tx, taskId: string, keys: readonly string[]): Promise<void> => {
  await sql`delete from label_gold where task_id = ${taskId} and item_key = any(${[...keys]}::text[])`.execute(tx);
};

export const listWaitingGold = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`select item_key as key from label_gold
    where task_id = ${taskId} and state = 'waiting'`.execute(db);
  return rows.map(({ key }) => key);
};

/** How many items a task has that is open or was; undefined for one whose items are not complete. */
export const findFilledTotal = async (db: Db, taskId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ total: number }>`select items_total as total from label_task
    where id = ${taskId} and opened_at is not null and status <> 'Filling'`.execute(db);
  return rows[0]?.total;
};

/** Sets the number of each waiting item with one of these keys in a range of numbers; returns the keys that were found. */
export const findGoldBetween = async (
  db: Db,
  taskId: string,
  { keys, after, last }: { readonly keys: readonly string[]; readonly after: number; readonly last: number },
): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    update label_gold g set seq = found.seq, state = 'ready'
    from (
      select distinct on (i.item_key) i.item_key, i.seq from label_item i
      where i.task_id = ${taskId} and i.seq > ${after} and i.seq <= ${last} and i.item_key = any(${[...keys]}::text[])
      order by i.item_key, i.seq
    ) found
    where g.task_id = ${taskId} and g.item_key = found.item_key and g.state = 'waiting'
    returning g.item_key as key`.execute(db);
  return rows.map(({ key }) => key);
};

export const loseGold = async (db: Db, taskId: string, keys: readonly string[]): Promise<void> => {
  await sql`update label_gold set state = 'missing'
    where task_id = ${taskId} and state = 'waiting' and item_key = any(${[...keys]}::text[])`.execute(db);
};

export interface AnsweredItem {
  readonly key: string;
  readonly adjudicated: LabelValues | null;
  /** Of the labels that a reviewer accepted or fixed. */
  readonly accepted: readonly LabelValues[];
}

/** Undefined for an item that the task does not have. */
export const findAnsweredItem = async (tx: Tx, taskId: string, item: number): Promise<AnsweredItem | undefined> => {
  const { rows } = await sql<AnsweredItem>`
    select i.item_key as key, (select a.label_values from label_adjudication a
        where a.task_id = i.task_id and a.seq = i.seq and a.is_current) as adjudicated,
      (select coalesce(jsonb_agg(r.label_values), '[]') from label_review v
        join label_revision r on r.task_id = v.task_id and r.seq = v.seq and r.user_id = v.user_id and r.is_current
        where v.task_id = i.task_id and v.seq = i.seq and v.state in ('accepted', 'fixed')) as accepted
    from label_item i where i.task_id = ${taskId} and i.seq = ${item}`.execute(tx);
  return rows[0];
};

/** One person's answer to a gold item, beside the right one. */
export interface GoldAnswer {
  readonly answers: LabelValues;
  readonly label_values: LabelValues;
}

/** At most one for each gold item. */
export const listGoldAnswers = async (db: Db, taskId: string, userId: string): Promise<GoldAnswer[]> => {
  const { rows } = await sql<GoldAnswer>`
    select g.answers, r.label_values from label_gold_item n
    join label_gold g on g.task_id = n.task_id and g.seq = n.item_seq
    join label_revision r on r.task_id = n.task_id and r.seq = n.seq and r.user_id = n.user_id and r.is_current
    where n.task_id = ${taskId} and n.user_id = ${userId} order by n.item_seq`.execute(db);
  return rows;
};

/** What gold answers are validated against. */
export interface GoldTask {
  readonly owner_id: string;
  readonly gold_share: number;
  readonly fields: readonly LabelField[];
}

export const findGoldTask = async (db: Db, taskId: string): Promise<GoldTask | undefined> => {
  const { rows } = await sql<GoldTask>`select t.owner_id, t.gold_share, v.fields from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${taskId} and t.deleted_at is null`.execute(db);
  return rows[0];
};
