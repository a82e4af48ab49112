import { PLATFORM_FLAGS } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type AdministrationDeps, ALL_PERMISSIONS, permissionSubject, withAdministrationLock } from "../users/index.ts";
import { getPermission } from "./get-permission.ts";
import { findKeyOfBit, insertPermission, type PermissionRecord } from "./permissions.store.ts";

type NewPermission = Pick<PermissionRecord, "key" | "name" | "description" | "group" | "bit">;

/** Adds a code that only other services check, not the console. */
export const createPermission = (
  deps: AdministrationDeps,
  context: RequestContext,
  permission: NewPermission,
): Promise<PermissionRecord> =>
  withAdministrationLock(deps, context, "PERM_MANAGE_W", async ({ tx, audit }) => {
    await requireFreeBit(tx, permission.bit);
    if (!(await insertPermission(tx, { ...permission, createdAt: audit.at }))) {
      throw new DomainError("conflict", `there is already a permission called ${permission.key}`);
    }
    const { key, ...meta } = permission;
    const subjects = [permissionSubject(key), ALL_PERMISSIONS] as const;
    await recordOperation(tx, audit, { opType: "Create_permission", subjects, meta });
    return getPermission(tx, key);
  });

const requireFreeBit = async (tx: Tx, bit: number | null): Promise<void> => {
  if (bit === null) return;
  const owner = bit === PLATFORM_FLAGS.MAGI_DEFAULT ? "MAGI_DEFAULT, which everybody has" : await findKeyOfBit(tx, bit);
  if (owner !== undefined) throw new DomainError("conflict", `the bit ${bit} belongs to ${owner}`);
};
