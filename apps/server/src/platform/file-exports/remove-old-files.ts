import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/database.ts";
import type { BucketStorage } from "../s3/object-storage.ts";

/** Tables of written files: each row names its file by an object key, and says when the file was deleted. */
type FileTable = "export_job" | "dataset_export" | "label_export";

interface FileStore {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<BucketStorage, "deleteObjects">;
}

interface OldFiles {
  readonly table: FileTable;
  readonly finishedBefore: Date;
  /** One request to storage deletes at most a thousand objects. */
  readonly limit: number;
}

const listOldFiles = async (db: Db, { table, finishedBefore, limit }: OldFiles) => {
  const { rows } = await sql<{ id: string; objectKey: string }>`
    select id, object_key as "objectKey" from ${sql.table(table)}
    where status = 'Finished' and object_key is not null and expired_at is null and finished_at < ${finishedBefore}
    order by finished_at limit ${limit}`.execute(db);
  return rows;
};

/**
 * Removes the oldest files from storage and keeps their rows. The objects go first: a file that is only marked would stay in
 * storage forever. Returns how many were removed.
 */
export const removeOldFiles = async ({ db, clock, storage }: FileStore, old: OldFiles): Promise<number> => {
  const files = await listOldFiles(db, old);
  if (files.length === 0) return 0;
  await storage.deleteObjects(files.map(({ objectKey }) => objectKey));
  await sql`update ${sql.table(old.table)} set expired_at = ${clock()}
    where id = any(${files.map(({ id }) => id)}::uuid[])`.execute(db);
  return files.length;
};
