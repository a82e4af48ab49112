import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { LarkTable } from "../../../platform/lark/lark.ts";

/** Lark record ids of rows written before, by row key. */
export const listRecords = async (
  db: Db,
  { appToken, tableId }: LarkTable,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom("export_record")
    .select(["row_key", "record_id"])
    .where("app_token", "=", appToken)
    .where("table_id", "=", tableId)
    .where(sql<boolean>`row_key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.row_key, row.record_id]));
};

export const insertRecords = async (
  tx: Tx,
  { appToken, tableId }: LarkTable,
  jobId: string,
  records: ReadonlyMap<string, string>,
): Promise<void> => {
  if (records.size === 0) return;
  await sql`insert into export_record (app_token, table_id, row_key, record_id, job_id)
    select ${appToken}, ${tableId}, k, r, ${jobId}::uuid
    from unnest(${[...records.keys()]}::text[], ${[...records.values()]}::text[]) as made (k, r)
    on conflict (app_token, table_id, row_key) do update set record_id = excluded.record_id, job_id = excluded.job_id
  `.execute(tx);
};

export const deleteRecords = async (
  db: Db,
  { appToken, tableId }: LarkTable,
  recordIds: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom("export_record")
    .where("app_token", "=", appToken)
    .where("table_id", "=", tableId)
    .where(sql<boolean>`record_id = any(${[...recordIds]}::text[])`)
    .execute();
};

/**
 * Lark refuses concurrent writes to one table. A session-level advisory lock, so it is released when the process dies.
 * Undefined when another export holds it.
 */
export const whileHoldingTable = <T>(
  db: Db,
  { appToken, tableId }: LarkTable,
  act: () => Promise<T>,
): Promise<T | undefined> =>
  db.connection().execute(async (connection) => {
    const name = `lark ${appToken} ${tableId}`;
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isHeld"`.execute(connection);
    if (!rows[0]?.isHeld) return undefined;
    try {
      return await act();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
    }
  });

export const findSentMedia = async (db: Db, appToken: string, objectKey: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("export_media")
    .select("file_token")
    .where("app_token", "=", appToken)
    .where("object_key", "=", objectKey)
    .executeTakeFirst();
  return row?.file_token;
};

export const insertSentMedia = async (
  db: Db,
  appToken: string,
  objectKey: string,
  fileToken: string,
): Promise<void> => {
  await db
    .insertInto("export_media")
    .values({ app_token: appToken, object_key: objectKey, file_token: fileToken })
    .onConflict((conflict) => conflict.columns(["app_token", "object_key"]).doUpdateSet({ file_token: fileToken }))
    .execute();
};
