import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface ExportReader {
  readonly userId: string;
  /** Whether the user may use exports at all. */
  readonly isAdmitted: boolean;
  readonly isAdministrator: boolean;
}

/** The current rights of the user who started the export. */
export const findExportReader = async (db: Db, userId: string): Promise<ExportReader> => {
  const { rows } = await sql<{ codes: string[]; isEnabled: boolean }>`
    select u.is_enabled as "isEnabled",
      array(select p.code from console_user_permission p where p.user_id = u.id) as codes
    from console_user u where u.id = ${userId}`.execute(db);
  const { codes = [], isEnabled = false } = rows[0] ?? {};
  return {
    userId,
    isAdmitted: isEnabled && codes.includes("USE_VERSION_1_0"),
    isAdministrator: isEnabled && codes.includes("ADMIN_MANAGE_R"),
  };
};
