import { ERROR_STATUS } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { ActivityFault } from "../temporal/activity-fault.workflow.ts";

/** A file that a worker writes. The tables of such files have the same columns for status, progress and result. */
export interface FileExport {
  readonly table: "dataset_column_set" | "dataset_export" | "label_export";
  readonly id: string;
}

const UNEXPECTED = "writing stopped at an unexpected fault; begin it again";

export const countUnderWay = async (db: Db, table: FileExport["table"], userId: string): Promise<number> => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from ${sql.table(table)}
      where created_by = ${userId} and status in ('Waiting', 'Running')`.execute(db);
  return Number(rows[0]?.n);
};

/** Returns false when the file is not being written: it was cancelled, or it is over. */
const change = async (db: Db, { table, id }: FileExport, set: RawBuilder<unknown>): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${set} where id = ${id} and status in ('Waiting', 'Running')`.execute(db);
  return numAffectedRows > 0n;
};

export const noteRows = (db: Db, file: FileExport, done: number): Promise<boolean> =>
  change(db, file, sql`status = 'Running', rows_done = ${done}`);

interface Written {
  readonly rows: number;
  readonly bytes: number;
  readonly objectKey: string;
  readonly sha256: string;
  readonly at: Date;
}

export const finishFile = (db: Db, file: FileExport, written: Written): Promise<boolean> => {
  const { rows, bytes, objectKey, sha256, at } = written;
  return change(
    db,
    file,
    sql`status = 'Finished', rows_done = ${rows}, bytes = ${bytes}, object_key = ${objectKey}, sha256 = ${sha256},
      finished_at = ${at}`,
  );
};

/** Faults that the caller can understand are kept in their words. */
export const failFile = (db: Db, file: FileExport, { code, message }: ActivityFault, at: Date): Promise<boolean> => {
  const error = (Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED).slice(0, 500);
  return change(db, file, sql`status = 'Failed', error = ${error}, finished_at = ${at}`);
};

export const cancelFile = (db: Db, file: FileExport, at: Date): Promise<boolean> =>
  change(db, file, sql`status = 'Cancelled', finished_at = ${at}`);
