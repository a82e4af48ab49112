import { DomainError } from "../../errors.ts";
import {
  type AdministrationDeps,
  type Ask,
  administer,
  asCodeSet,
  changeUsers,
  getUsersAsSeen,
  listUsersById,
  requireKnownCodes,
  type UserRecord,
} from "../users/index.ts";
import { codesNamed, editsFault, type HoldingEdit } from "./change-permissions.rules.ts";
import { listPermissions } from "./permissions.store.ts";

export interface PermissionChanges {
  readonly edits: readonly HoldingEdit[];
  readonly reason: string;
  /** Only codes that have a bit, as the platform's own screen gives and takes them. */
  readonly isFlagsOnly: boolean;
}

/** Gives and takes codes of several users, all or nothing. */
export const changePermissions = (
  deps: AdministrationDeps,
  ask: Ask,
  { edits, reason, isFlagsOnly }: PermissionChanges,
): Promise<UserRecord[]> => {
  const fault = editsFault(edits);
  if (fault) throw new DomainError("invalid", fault);
  const codes = codesNamed(edits);
  return administer(deps, ask, async (turn) => {
    await requireKnownCodes(turn.tx, codes);
    if (isFlagsOnly) await requireFlags(turn.tx, codes);
    const users = await getUsersAsSeen(turn.tx, edits);
    const changes = edits.map(({ id, add, remove }) => {
      const before = users.get(id) as UserRecord;
      const kept = before.codes.filter((code) => !remove.includes(code));
      return { before, after: { ...before, codes: asCodeSet([...kept, ...add]) } };
    });
    await changeUsers(turn, changes, { opType: "Change_permissions", reason });
    return listUsersById(turn.tx, [...users.keys()]);
  });
};

const requireFlags = async (tx: AdministrationDeps["db"], codes: readonly string[]): Promise<void> => {
  const flags = new Set((await listPermissions(tx)).filter(({ bit }) => bit !== null).map(({ key }) => key));
  const others = codes.filter((code) => !flags.has(code));
  if (others.length > 0) throw new DomainError("invalid", `${others.join(", ")} is not a platform flag`);
};
