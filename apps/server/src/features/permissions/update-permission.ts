import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type AdministrationDeps, ALL_PERMISSIONS, permissionSubject, withAdministrationLock } from "../users/index.ts";
import { getPermission, getPermissionAsSeen } from "./get-permission.ts";
import { type PermissionRecord, updatePermissionRow } from "./permissions.store.ts";

interface PermissionEdit {
  readonly key: string;
  readonly expectedVersion: number;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly group?: string | undefined;
}

const FIELDS = ["name", "description", "group"] as const;

/** Changes the given fields. A system code keeps its name, which screens and documents use. */
export const updatePermission = (
  deps: AdministrationDeps,
  context: RequestContext,
  edit: PermissionEdit,
): Promise<PermissionRecord> =>
  withAdministrationLock(deps, context, "PERM_MANAGE_W", async ({ tx, audit }) => {
    const before = await getPermissionAsSeen(tx, edit.key, edit.expectedVersion);
    const { name = before.name, description = before.description, group = before.group } = edit;
    const after = { key: edit.key, name, description, group };
    if (before.isSystem && name !== before.name) {
      throw new DomainError("conflict", `${edit.key} is a system code, its name is fixed`);
    }
    const changed = FIELDS.filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return before;
    await updatePermissionRow(tx, after);
    const meta = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
    const subjects = [permissionSubject(edit.key), ALL_PERMISSIONS] as const;
    await recordOperation(tx, audit, { opType: "Update_permission", subjects, meta });
    return getPermission(tx, edit.key);
  });
