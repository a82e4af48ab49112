import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { DATA_ENGINEER, DEMO_PERFORMERS, DEMO_TAG, LABELLED, OWNER } from "./demo-plan.ts";

/** Anybody may use the tag; what is removed also belongs to the person who made it for the demo. */
const isDemoOf = (username: string) => sql<boolean>`tags @> ${[DEMO_TAG]}::text[]
  and owner_id = (select id from console_user where username = ${username})`;

export const listDemoTaskIds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom("console_task")
    .select("id")
    .where(isDemoOf(OWNER))
    .where("deleted_at", "is", null)
    // Evaluations use benchmarks.
    .orderBy("kind", "desc")
    .execute();
  return rows.map(({ id }) => id);
};

export const listDemoLabelTasks = async (db: Db): Promise<{ readonly id: string; readonly templateId: string }[]> => {
  const { rows } = await sql<{ id: string; templateId: string }>`
    select t.id, t.template_id as "templateId" from label_task t join console_user u on u.id = t.owner_id
    where t.name = ${LABELLED.name} and u.username = ${DATA_ENGINEER} and t.deleted_at is null`.execute(db);
  return rows;
};

export const listDemoDatasetIds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom("dataset")
    .select("id")
    .where(isDemoOf(DATA_ENGINEER))
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
};

export const listDemoPerformerIds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom("performer")
    .select("id")
    .where("name", "in", DEMO_PERFORMERS)
    .where("created_by", "=", OWNER)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
};
