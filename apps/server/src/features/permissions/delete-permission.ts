import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type AdministrationDeps, ALL_PERMISSIONS, permissionSubject, withAdministrationLock } from "../users/index.ts";
import { getPermissionAsSeen } from "./get-permission.ts";
import { deletePermissionRow } from "./permissions.store.ts";

/** Deletes a code without holders. No race with a grant: both take the administration lock. */
export const deletePermission = (
  deps: AdministrationDeps,
  context: RequestContext,
  { key, expectedVersion }: { key: string; expectedVersion: number },
): Promise<void> =>
  withAdministrationLock(deps, context, "PERM_MANAGE_W", async ({ tx, audit }) => {
    const { isSystem, holders, name, description, group, bit } = await getPermissionAsSeen(tx, key, expectedVersion);
    if (isSystem) throw new DomainError("conflict", `${key} is a system code and cannot be removed`);
    if (holders > 0) {
      const who = holders === 1 ? "1 user holds" : `${holders} users hold`;
      throw new DomainError("conflict", `${who} ${key}: take it from them first`);
    }
    await deletePermissionRow(tx, key);
    const meta = { name, description, group, bit };
    const subjects = [permissionSubject(key), ALL_PERMISSIONS] as const;
    await recordOperation(tx, audit, { opType: "Delete_permission", subjects, meta });
  });
