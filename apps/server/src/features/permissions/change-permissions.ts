import type { PermissionCode } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import {
  type AdministrationDeps,
  asCodeSet,
  changeUsers,
  getUsersAsSeen,
  listUsersById,
  requireKnownCodes,
  type UserRecord,
  withAdministrationLock,
} from "../users/index.ts";
import { listPermissions } from "./permissions.store.ts";

interface HoldingEdit {
  readonly id: string;
  readonly expectedVersion: number;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The reason why a list of edits is contradictory, if it is. */
const editsFault = (edits: readonly HoldingEdit[]): string | undefined => {
  if (new Set(edits.map(({ id }) => id)).size !== edits.length) return "the same user is named twice";
  const both = edits.flatMap(({ add, remove }) => add.filter((code) => remove.includes(code)));
  return both.length > 0 ? `${both[0]} is both given and taken` : undefined;
};

const codesNamed = (edits: readonly HoldingEdit[]): string[] => [
  ...new Set(edits.flatMap(({ add, remove }) => [...add, ...remove])),
];

export interface PermissionChanges {
  readonly edits: readonly HoldingEdit[];
  readonly reason: string;
  /** Only codes with a bit, as on the platform's own screen. */
  readonly isFlagsOnly: boolean;
  readonly needs: PermissionCode;
}

/** Grants and revokes codes of several users, all or nothing. */
export const changePermissions = (
  deps: AdministrationDeps,
  context: RequestContext,
  { edits, reason, isFlagsOnly, needs }: PermissionChanges,
): Promise<UserRecord[]> => {
  const fault = editsFault(edits);
  if (fault) throw new DomainError("invalid", fault);
  const codes = codesNamed(edits);
  return withAdministrationLock(deps, context, needs, async (administration) => {
    await requireKnownCodes(administration.tx, codes);
    if (isFlagsOnly) await requireFlags(administration.tx, codes);
    const users = await getUsersAsSeen(administration.tx, edits);
    const changes = edits.map(({ id, add, remove }) => {
      const before = users.get(id) as UserRecord;
      const kept = before.codes.filter((code) => !remove.includes(code));
      return { before, after: { ...before, codes: asCodeSet([...kept, ...add]) } };
    });
    await changeUsers(administration, changes, { opType: "Change_permissions", reason });
    return listUsersById(administration.tx, [...users.keys()]);
  });
};

const requireFlags = async (tx: Tx, codes: readonly string[]): Promise<void> => {
  const flags = new Set((await listPermissions(tx)).filter(({ bit }) => bit !== null).map(({ key }) => key));
  const others = codes.filter((code) => !flags.has(code));
  if (others.length > 0) throw new DomainError("invalid", `${others.join(", ")} is not a platform flag`);
};
