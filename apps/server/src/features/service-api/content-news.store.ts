import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { Favorite, Project, ProjectTask } from "../../platform/db/database.types.ts";

export type ProjectRow = Selectable<Project>;
export type TaskColumns = Omit<Insertable<ProjectTask>, "id" | "project_id" | "seq">;
export type FavoriteColumns = Omit<Insertable<Favorite>, "id" | "user_id" | "seq">;

/** Locks the row until the transaction ends: tasks of the project are numbered under this lock. */
export const lockProject = (tx: Tx, id: string): Promise<ProjectRow | undefined> =>
  tx.selectFrom("project").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Takes the user's next number; the caller has locked the user. False when the id is taken. */
export const insertProject = async (
  tx: Tx,
  userId: bigint,
  { id, name, createdAt, toldAt }: { id: string; name: string; createdAt: Date; toldAt: Date },
): Promise<boolean> => {
  const { project_count: seq } = await tx
    .updateTable("end_user")
    .set({
      project_count: sql<bigint>`project_count + 1`,
      seen_at: sql<Date>`greatest(seen_at, ${toldAt}::timestamptz)`,
    })
    .where("id", "=", userId)
    .returning("project_count")
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("project")
    .values({ id, user_id: userId, seq, name, created_at: createdAt, last_activity_at: toldAt, told_at: toldAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Adds what jobs of this project spent before the project was reported. */
export const addEarlierSpending = async (tx: Tx, userId: bigint, projectId: string): Promise<void> => {
  await sql`
    update project set credits_spent = credits_spent + spent.amount from (
      select coalesce(sum(-(m.d_available + m.d_reserved)), 0)::bigint as amount from credit_movement m
        where m.account_id = ${userId} and m.kind = 'settle' and m.memo ->> 'project_id' = ${projectId}
          and exists (select from credit_account a where a.id = ${userId} and a.lifetime_consumed > 0)
    ) spent where project.id = ${projectId} and spent.amount > 0`.execute(tx);
};

export const updateProject = async (tx: Tx, id: string, name: string, toldAt: Date): Promise<void> => {
  await tx
    .updateTable("project")
    .set({ name, told_at: toldAt, last_activity_at: sql<Date>`greatest(last_activity_at, ${toldAt}::timestamptz)` })
    .where("id", "=", id)
    .execute();
};

export const addSpending = async (tx: Tx, userId: bigint, projectId: string, amount: number): Promise<void> => {
  await tx
    .updateTable("project")
    .set({ credits_spent: sql<bigint>`credits_spent + ${BigInt(amount)}` })
    .where("id", "=", projectId)
    .where("user_id", "=", userId)
    .execute();
};

export const findTask = (tx: Tx, id: string): Promise<{ project_id: string; told_at: Date } | undefined> =>
  tx.selectFrom("project_task").select(["project_id", "told_at"]).where("id", "=", id).executeTakeFirst();

/** Takes the project's next number; the caller has locked the project. False when the id is taken. */
export const insertTask = async (tx: Tx, id: string, projectId: string, columns: TaskColumns): Promise<boolean> => {
  const { task_count: seq } = await tx
    .updateTable("project")
    .set({ task_count: sql<bigint>`task_count + 1`, last_activity_at: laterOf(columns.told_at) })
    .where("id", "=", projectId)
    .returning("task_count")
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("project_task")
    .values({ ...columns, id, project_id: projectId, seq })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const updateTask = async (tx: Tx, id: string, projectId: string, columns: TaskColumns): Promise<void> => {
  await tx.updateTable("project_task").set(columns).where("id", "=", id).execute();
  await tx
    .updateTable("project")
    .set({ last_activity_at: laterOf(columns.told_at) })
    .where("id", "=", projectId)
    .execute();
};

const laterOf = (toldAt: Date | string) => sql<Date>`greatest(last_activity_at, ${toldAt}::timestamptz)`;

export const lockFavorite = (tx: Tx, id: string): Promise<{ user_id: bigint; told_at: Date } | undefined> =>
  tx.selectFrom("favorite").select(["user_id", "told_at"]).where("id", "=", id).forUpdate().executeTakeFirst();

/** Takes the user's next number; the caller has locked the user. False when the id is taken. */
export const insertFavorite = async (
  tx: Tx,
  id: string,
  userId: bigint,
  columns: FavoriteColumns,
): Promise<boolean> => {
  const { favorite_count: seq } = await tx
    .updateTable("end_user")
    .set({
      favorite_count: sql<bigint>`favorite_count + 1`,
      seen_at: sql<Date>`greatest(seen_at, ${columns.told_at}::timestamptz)`,
    })
    .where("id", "=", userId)
    .returning("favorite_count")
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("favorite")
    .values({ ...columns, id, user_id: userId, seq })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const updateFavorite = async (tx: Tx, id: string, columns: Updateable<Favorite>): Promise<void> => {
  await tx.updateTable("favorite").set(columns).where("id", "=", id).execute();
};
