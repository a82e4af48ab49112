import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { DEMO_PERFORMERS, DEMO_TAG, OWNER } from "./demo-plan.ts";

const hasTag = sql<boolean>`tags @> ${[DEMO_TAG]}::text[]`;

export const listDemoTaskIds = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("console_task").select("id").where(hasTag).where("deleted_at", "is", null).execute();
  return rows.map(({ id }) => id);
};

export const listDemoDatasetIds = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("dataset").select("id").where(hasTag).where("deleted_at", "is", null).execute();
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
