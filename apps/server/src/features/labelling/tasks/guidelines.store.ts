import type { Db, Tx } from "../../../platform/db/database.ts";

export interface GuidelinesRow {
  readonly version: number;
  readonly body: string;
  readonly created_by: string;
  readonly created_at: Date;
}

export const insertGuidelines = async (
  tx: Tx,
  taskId: string,
  { version, body, by, at }: { version: number; body: string; by: string; at: Date },
): Promise<void> => {
  await tx
    .insertInto("label_guidelines")
    .values({ task_id: taskId, version, body, created_by: by, created_at: at })
    .execute();
};

/** Without a version: the newest. */
export const findGuidelines = (
  db: Db,
  taskId: string,
  version: number | undefined,
): Promise<GuidelinesRow | undefined> => {
  const query = db
    .selectFrom("label_guidelines")
    .select(["version", "body", "created_by", "created_at"])
    .where("task_id", "=", taskId);
  return (
    version === undefined ? query.orderBy("version", "desc").limit(1) : query.where("version", "=", version)
  ).executeTakeFirst();
};

/** Newest first. */
export const listGuidelinesVersions = (db: Db, taskId: string): Promise<Omit<GuidelinesRow, "body">[]> =>
  db
    .selectFrom("label_guidelines")
    .select(["version", "created_by", "created_at"])
    .where("task_id", "=", taskId)
    .orderBy("version", "desc")
    .limit(1_000)
    .execute();
