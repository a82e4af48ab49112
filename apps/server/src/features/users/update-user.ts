import type { RequestContext } from "../../request-context.ts";
import { changeUsers } from "./change-users.ts";
import { getUser, getUsersAsSeen, type SeenUser } from "./get-user.ts";
import { asCodeSet, type UserState } from "./users.rules.ts";
import type { UserRecord } from "./users.store.ts";
import { type AdministrationDeps, withAdministrationLock } from "./with-administration-lock.ts";

export interface UserEdit extends SeenUser {
  readonly realname?: string | undefined;
  readonly role?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** Changes the given fields only. */
export const updateUser = (deps: AdministrationDeps, context: RequestContext, edit: UserEdit): Promise<UserRecord> =>
  withAdministrationLock(deps, context, "USER_MANAGE_W", async (administration) => {
    const before = (await getUsersAsSeen(administration.tx, [edit])).get(edit.id) as UserRecord;
    await changeUsers(administration, [{ before, after: edited(before, edit) }], { opType: "Update_user" });
    return getUser(administration.tx, edit.id);
  });

const edited = (before: UserState, edit: UserEdit): UserState => ({
  ...before,
  realname: edit.realname ?? before.realname,
  role: edit.role ?? before.role,
  codes: edit.codes === undefined ? before.codes : asCodeSet(edit.codes),
  isEnabled: edit.isEnabled ?? before.isEnabled,
});
