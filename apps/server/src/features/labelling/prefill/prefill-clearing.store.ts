import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** A file whose rows and object still exist. */
export interface ClearablePrefill {
  readonly id: string;
  readonly objectKey: string;
}

const OVER = sql`status in ('Finished', 'Failed', 'Cancelled') and cleared_at is null`;

export const findOverPrefill = async (db: Db, id: string): Promise<ClearablePrefill | undefined> => {
  const { rows } = await sql<ClearablePrefill>`select id, object_key as "objectKey" from label_prefill
    where id = ${id} and ${OVER}`.execute(db);
  return rows[0];
};

/** The oldest one; nothing can be uploaded to it any more. */
export const findNextOverPrefill = async (db: Db, createdBefore: Date): Promise<ClearablePrefill | undefined> => {
  const { rows } = await sql<ClearablePrefill>`select id, object_key as "objectKey" from label_prefill
    where ${OVER} and created_at < ${createdBefore} order by created_at limit 1`.execute(db);
  return rows[0];
};

/** Files that were announced and never arrived. */
export const cancelAbandonedPrefills = async (db: Db, createdBefore: Date, at: Date): Promise<void> => {
  await sql`update label_prefill set status = 'Cancelled', finished_at = ${at}
    where status = 'Uploading' and cleared_at is null and created_at < ${createdBefore}`.execute(db);
};

export const markPrefillCleared = async (db: Db, id: string, at: Date): Promise<void> => {
  await sql`update label_prefill set cleared_at = ${at} where id = ${id} and ${OVER}`.execute(db);
};
