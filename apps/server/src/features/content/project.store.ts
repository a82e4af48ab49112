import type { PROJECT_TASK_STATUSES, ServiceFile } from "@dailies/contract";
import type { Db } from "../../platform/db/database.ts";
import type { NumberRange } from "../../platform/db/numbered-page.ts";

export interface ProjectRecord {
  readonly id: string;
  readonly name: string;
  readonly ownerEmail: string;
  readonly taskCount: number;
  readonly creditsSpent: number;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
}

export interface ProjectTaskRecord {
  readonly id: string;
  readonly projectId: string;
  readonly parentTaskId: string | null;
  readonly type: string;
  readonly status: (typeof PROJECT_TASK_STATUSES)[number];
  readonly model: string;
  readonly prompt: string;
  readonly inputs: readonly ServiceFile[];
  readonly outputs: readonly ServiceFile[];
  readonly params: Record<string, unknown>;
  readonly seed: number | null;
  readonly credits: number;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export const findProject = async (db: Db, id: string): Promise<ProjectRecord | undefined> => {
  const row = await db
    .selectFrom("project as p")
    .innerJoin("end_user as u", "u.id", "p.user_id")
    .select(["p.id", "p.name", "u.email", "p.task_count", "p.credits_spent", "p.created_at", "p.last_activity_at"])
    .where("p.id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      ownerEmail: row.email,
      taskCount: Number(row.task_count),
      creditsSpent: Number(row.credits_spent),
      createdAt: row.created_at,
      lastActivityAt: row.last_activity_at,
    }
  );
};

const selectTasks = (db: Db) =>
  db
    .selectFrom("project_task")
    .select(["id", "project_id", "parent_task_id", "type", "status", "model", "prompt", "inputs", "outputs", "params"])
    .select(["seed", "credits", "error", "created_at", "started_at", "finished_at"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectTasks>["executeTakeFirstOrThrow"]>>;

const toRecord = (row: Row): ProjectTaskRecord => ({
  id: row.id,
  projectId: row.project_id,
  parentTaskId: row.parent_task_id,
  type: row.type,
  status: row.status as ProjectTaskRecord["status"],
  model: row.model,
  prompt: row.prompt,
  inputs: row.inputs as unknown as ServiceFile[],
  outputs: row.outputs as unknown as ServiceFile[],
  params: row.params as Record<string, unknown>,
  seed: row.seed === null ? null : Number(row.seed),
  credits: Number(row.credits),
  error: row.error,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** Newest first, by task number within the project; numbers have no gaps. */
export const listTasks = async (
  db: Db,
  projectId: string,
  { first, last }: NumberRange,
): Promise<ProjectTaskRecord[]> => {
  const rows = await selectTasks(db)
    .where("project_id", "=", projectId)
    .where("seq", ">=", BigInt(first))
    .where("seq", "<=", BigInt(last))
    .orderBy("seq", "desc")
    .execute();
  return rows.map(toRecord);
};

export const findProjectTask = async (db: Db, id: string): Promise<ProjectTaskRecord | undefined> => {
  const row = await selectTasks(db).where("id", "=", id).executeTakeFirst();
  return row && toRecord(row);
};
