import type { CurrentUser, MatrixRow, PermissionItem } from "@dailies/contract";
import { keepsAHolder, mayGive } from "../../../shared/permission-guards.ts";
import { type Changes, holdersDelta } from "./changes.rules.ts";

/** Why a cell is locked; the strings are under `permissions.locks`. */
export type Lock = "readOnly" | "own" | "last" | "notYours" | "default";

/** A bit all users have: shown with the flags, but not grantable. */
export const DEFAULT_FLAG = "MAGI_DEFAULT";

interface LockRules {
  reader: CurrentUser;
  mayChange: boolean;
  changes: Changes;
}

export type LockOf = (row: MatrixRow, code: PermissionItem) => Lock | undefined;

const isToggled = (row: MatrixRow, code: string, changes: Changes): boolean => {
  const pending = changes.get(row.id);
  return pending !== undefined && (pending.add.includes(code) || pending.remove.includes(code));
};

const isLastHolder = (row: MatrixRow, code: PermissionItem, changes: Changes): boolean =>
  keepsAHolder(code.key) && row.is_enabled && code.holders + holdersDelta(changes, code.key) <= 1;

/** Mirrors the server's guards in the UI. A pending toggle can always be reverted. */
export const cellLocks =
  ({ reader, mayChange, changes }: LockRules): LockOf =>
  (row, code) => {
    if (code.key === DEFAULT_FLAG) return "default";
    if (!mayChange) return "readOnly";
    if (row.username === reader.username) return "own";
    if (isToggled(row, code.key, changes)) return undefined;
    if (row.perms.includes(code.key)) return isLastHolder(row, code, changes) ? "last" : undefined;
    return mayGive(reader, code.key) ? undefined : "notYours";
  };
