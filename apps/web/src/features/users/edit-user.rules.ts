import { createUserBody, type UserItem } from "@dailies/contract";
import { z } from "zod";

/** The editable fields of a user, with the limits of creation. */
const { realname, user_role, perms } = createUserBody.shape;
export const editedUser = z.object({ realname, user_role, perms });
export type EditedUser = z.output<typeof editedUser>;
/** Users can only edit their own name. */
export const editedSelf = z.object({ realname });

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));

/** Sends only changed fields, so that concurrent changes to other fields are not overwritten. */
export const changedFields = (from: EditedUser | UserItem, to: Partial<EditedUser>): Partial<EditedUser> => ({
  ...(to.realname !== undefined && to.realname !== from.realname && { realname: to.realname }),
  ...(to.user_role !== undefined && to.user_role !== from.user_role && { user_role: to.user_role }),
  ...(to.perms !== undefined && !sameSet(to.perms, from.perms) && { perms: to.perms }),
});

export const isUnchanged = (change: Partial<EditedUser>): boolean => Object.keys(change).length === 0;

export interface Difference {
  field: keyof EditedUser;
  mine: string;
  theirs: string;
}

const shown = (value: string | readonly string[]): string =>
  typeof value === "string" ? value : value.toSorted().join(", ");

/** The fields in which the two versions differ. */
export const differences = (mine: EditedUser, theirs: EditedUser): Difference[] =>
  (["realname", "user_role", "perms"] as const)
    .map((field) => ({ field, mine: shown(mine[field]), theirs: shown(theirs[field]) }))
    .filter((line) => line.mine !== line.theirs);
