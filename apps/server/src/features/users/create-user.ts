import { DomainError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { findTakenName } from "./change-users.store.ts";
import { changeUsers } from "./change-users.ts";
import { getUser } from "./get-user.ts";
import { asCodeSet, type UserState } from "./users.rules.ts";
import type { UserRecord } from "./users.store.ts";
import { type Administration, type AdministrationDeps, withAdministrationLock } from "./with-administration-lock.ts";

export type NewUser = Pick<UserState, "username" | "email" | "realname" | "role" | "codes">;

export const takenNameWords = (taken: "username" | "email", user: Pick<NewUser, "username" | "email">): string =>
  taken === "username"
    ? `there is already a user called '${user.username}'`
    : `there is already a user with the address ${user.email}`;

/** Creates a user who can sign in by email code at once, and sends an invitation. */
export const createUser = (deps: AdministrationDeps, context: RequestContext, user: NewUser): Promise<UserRecord> =>
  withAdministrationLock(deps, context, "USER_MANAGE_W", (administration) => addUser(administration, user));

/** The same under a lock that is held. */
export const addUser = async (administration: Administration, user: NewUser, reason?: string): Promise<UserRecord> => {
  const taken = await findTakenName(administration.tx, user);
  if (taken) throw new DomainError("conflict", takenNameWords(taken, user));

  const after = { ...user, id: newId(), codes: asCodeSet(user.codes), isEnabled: true, version: 1 };
  const options = { opType: "Update_user" as const, ...(reason !== undefined && { reason }) };
  await changeUsers(administration, [{ before: undefined, after }], options);
  return getUser(administration.tx, after.id);
};
