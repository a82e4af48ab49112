import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { listOperations } from "../operation-log/index.ts";
import { permissionSubject } from "../users/index.ts";
import { findPermission, type PermissionRecord } from "./permissions.store.ts";

export const getPermission = async (db: Db, key: string): Promise<PermissionRecord> => {
  const permission = await findPermission(db, key);
  if (!permission) throw new DomainError("not_found", `there is no permission called ${key}`);
  return permission;
};

/** Optimistic concurrency: refuses when the code changed since the caller read it. */
export const getPermissionAsSeen = async (db: Db, key: string, expectedVersion: number): Promise<PermissionRecord> => {
  const permission = await getPermission(db, key);
  if (permission.version === expectedVersion) return permission;
  const [last] = (await listOperations(db, permissionSubject(key), { limit: 1 })).items;
  const by = last ? ` by ${last.user_name}` : "";
  throw new DomainError("conflict", `${key} was changed${by} in the meantime: look at the change and try again`);
};
