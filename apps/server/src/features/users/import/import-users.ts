import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { listGuardedHolders, listKnownCodes } from "../change-users.store.ts";
import { changeUsers } from "../change-users.ts";
import { getUser } from "../get-user.ts";
import type { Administrator } from "../users.rules.ts";
import { type AdministrationDeps, withAdministrationLock } from "../with-administration-lock.ts";
import { type FileRow, readImportFile } from "./import-file.rules.ts";
import { listUsersByNames } from "./import-users.store.ts";
import { changesOf, digestOf, type PlannedRow, planImport } from "./plan-import.rules.ts";

export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly digest: string;
}

/** Dry run of the import by this user. Changes nothing, so it takes no lock. */
export const checkImport = async (db: Db, userId: string, csv: string): Promise<ImportPlan> =>
  makePlan(db, await getUser(db, userId), readImportFile(csv));

/** Applies exactly the plan that was previewed, all or nothing; refused lines are skipped. */
export const applyImport = (
  deps: AdministrationDeps,
  context: RequestContext,
  { csv, digest }: { csv: string; digest: string },
): Promise<ImportPlan> => {
  const rows = readImportFile(csv);
  return withAdministrationLock(deps, context, "USER_MANAGE_W", async (administration) => {
    const plan = await makePlan(administration.tx, administration.admin, rows);
    if (plan.digest !== digest) {
      throw new DomainError("conflict", "the file or a user has changed since the preview: check the file again");
    }
    const changes = changesOf(plan.rows);
    const created = changes.filter(({ before }) => before === undefined).length;
    const meta = { created, updated: changes.length - created, lines: rows.length };
    const summary = { opType: "Import_users", subjects: [`import:${digest}`] as const, meta };
    await changeUsers(administration, changes, { opType: "Update_user", also: changes.length > 0 ? [summary] : [] });
    return plan;
  });
};

const makePlan = async (db: Db, admin: Administrator, rows: readonly FileRow[]): Promise<ImportPlan> => {
  const planned = planImport(rows, {
    admin,
    users: await listUsersByNames(db, rows),
    knownCodes: await listKnownCodes(db),
    holders: await listGuardedHolders(db),
    makeId: newId,
  });
  return { rows: planned, digest: digestOf(planned) };
};
