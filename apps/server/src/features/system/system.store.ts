import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export const readDatabaseVersion = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(" ", 1)[0] ?? null;
};
