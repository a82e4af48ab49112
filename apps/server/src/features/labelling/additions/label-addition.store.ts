import type { LabelAddition } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type KeptQuery, keptQuery } from "../../datasets/index.ts";
import { insertItemRows, type NewLabelItem } from "../filling/label-item.store.ts";

/** How the second clips are named: by a column of the view or with the keys; both null for items of one clip. */
export interface PairNames {
  readonly pairColumn: string | null;
  readonly otherKeys: readonly string[] | null;
}

export interface NewAddition {
  readonly id: string;
  readonly taskId: string;
  readonly view: { readonly id: string; readonly name: string } | null;
  readonly query: KeptQuery;
  readonly orderBy: string;
  /** Null for a view. */
  readonly keys: readonly string[] | null;
  readonly pairs: PairNames;
  readonly createdBy: string;
  readonly requestKey: string;
  readonly at: Date;
}

export const insertAddition = async (tx: Tx, addition: NewAddition): Promise<void> => {
  await sql`insert into label_addition (id, task_id, status, view_id, view_name, query, order_by, keys, other_keys, pair_column,
      created_by, request_key, created_at)
    values (${addition.id}, ${addition.taskId}, 'Running', ${addition.view?.id ?? null}, ${addition.view?.name ?? null},
      ${JSON.stringify(addition.query)}, ${addition.orderBy}, ${addition.keys && [...addition.keys]}::text[],
      ${addition.pairs.otherKeys && [...addition.pairs.otherKeys]}::text[], ${addition.pairs.pairColumn},
      ${addition.createdBy}, ${addition.requestKey}, ${addition.at})`.execute(tx);
};

/** The task to which the same form added items before. */
export const findAdditionByRequest = async (
  db: Db,
  createdBy: string,
  requestKey: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("label_addition")
      .select("task_id")
      .where("created_by", "=", createdBy)
      .where("request_key", "=", requestKey)
      .executeTakeFirst()
  )?.task_id;

export const hasRunningAddition = async (db: Db, taskId: string): Promise<boolean> =>
  (await db
    .selectFrom("label_addition")
    .select("id")
    .where("task_id", "=", taskId)
    .where("status", "=", "Running")
    .executeTakeFirst()) !== undefined;

export interface AdditionRow extends Omit<LabelAddition, "created_at"> {
  readonly created_at: Date;
}

export const findLastAddition = async (db: Db, taskId: string): Promise<AdditionRow | undefined> => {
  const { rows } = await sql<AdditionRow>`select status, view_name, added, duplicates, missing_keys, error, created_at
    from label_addition where task_id = ${taskId} order by created_at desc limit 1`.execute(db);
  return rows[0];
};

/** What a worker needs to know of an addition. */
export interface RunningAddition extends PairNames {
  readonly id: string;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly keys: readonly string[] | null;
}

export const findRunningAddition = async (db: Db, taskId: string): Promise<RunningAddition | undefined> => {
  const { rows } = await sql<RunningAddition>`select id, query, order_by as "orderBy", keys, other_keys as "otherKeys",
      pair_column as "pairColumn" from label_addition
    where task_id = ${taskId} and status = 'Running'`.execute(db);
  const [row] = rows;
  return row && { ...row, query: keptQuery.parse(row.query) };
};

const ORDINALS = 50_000;

/** The rows of the dataset that the task has, in pages; of items of two clips, both. */
export async function* listItemOrdinals(
  db: Db,
  taskId: string,
): AsyncGenerator<readonly { readonly ordinal: number; readonly other: number | null }[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ seq: number; ordinal: number; other: number | null }>`
      select seq, ordinal::float8 as ordinal, other_ordinal::float8 as other from label_item
      where task_id = ${taskId} and seq > ${after} and seq <= max_label_items() order by seq limit ${ORDINALS}`.execute(
      db,
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ORDINALS) return;
    after = last.seq;
  }
}

/** False when the task was closed or deleted meanwhile, or when another worker has added items. */
export const appendAddedItems = (
  db: Db,
  { id, overlap, additionId }: { readonly id: string; readonly overlap: number; readonly additionId: string },
  { after, items, at }: { readonly after: number; readonly items: readonly NewLabelItem[]; readonly at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`update label_task set items_total = ${after + items.length}, updated_at = ${at}
      where id = ${id} and status in ('Open', 'Paused') and items_total = ${after} returning id`.execute(tx);
    if (rows.length === 0) return false;
    await sql`update label_addition set added = added + ${items.length} where id = ${additionId}`.execute(tx);
    await insertItemRows(tx, { id, overlap }, after, items);
    return true;
  });

/** `read` is the number of items that the source has: those that were not added were in the task already. */
export const finishAddition = async (
  db: Db,
  id: string,
  { read, missingKeys, at }: { readonly read: number; readonly missingKeys: number; readonly at: Date },
): Promise<void> => {
  await sql`update label_addition set status = 'Finished', finished_at = ${at}, duplicates = greatest(${read} - added, 0),
      missing_keys = ${missingKeys}
    where id = ${id} and status = 'Running'`.execute(db);
};

/** Of a task whose worker has given up, or that does not take items any more. */
export const failAddition = async (db: Db, taskId: string, error: string, at: Date): Promise<void> => {
  await sql`update label_addition set status = 'Failed', finished_at = ${at}, error = ${error.slice(0, 500)}
    where task_id = ${taskId} and status = 'Running'`.execute(db);
};
