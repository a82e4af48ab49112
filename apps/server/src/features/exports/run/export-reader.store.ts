import { isExternalRole } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface ExportReader {
  readonly userId: string;
  readonly isExternal: boolean;
  /** Whether the user may use exports at all. */
  readonly isAdmitted: boolean;
  readonly isAdministrator: boolean;
}

/** The current rights of the user who started the export. */
export const findExportReader = async (db: Db, userId: string): Promise<ExportReader> => {
  const { rows } = await sql<{ codes: string[]; isEnabled: boolean; role: string }>`
    select u.is_enabled as "isEnabled", u.user_role as role,
      array(select p.code from console_user_permission p where p.user_id = u.id) as codes
    from console_user u where u.id = ${userId}`.execute(db);
  const { codes = [], isEnabled = false, role = "" } = rows[0] ?? {};
  return {
    userId,
    isExternal: isExternalRole(role),
    isAdmitted: isEnabled && codes.includes("USE_VERSION_1_0"),
    isAdministrator: isEnabled && codes.includes("ADMIN_MANAGE_R"),
  };
};
