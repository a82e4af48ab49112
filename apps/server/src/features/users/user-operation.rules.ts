import type { Operation } from "../operation-log/index.ts";
import { codesGiven, codesTaken, type UserChange, type UserState } from "./users.rules.ts";

/** The audit subject of every entry that grants, revokes or changes a code. */
export const ALL_PERMISSIONS = "permissions:all";
export const userSubject = (id: string): string => `user:${id}`;
/** The subject of a request for approval: one for each user and code. */
export const waitingSubject = (userId: string, code: string): string => `user:${userId}:${code}`;
export const permissionSubject = (key: string): string => `permission:${key}`;

const FIELDS = ["realname", "role", "isEnabled"] as const satisfies (keyof UserState)[];
const FIELD_NAMES = { realname: "realname", role: "user_role", isEnabled: "is_enabled" } as const;

/** The audit entry of one change: the user, the codes, and each field before and after. */
export const userOperation = (
  change: UserChange,
  { opType, reason = "" }: { opType: string; reason?: string | undefined },
): Operation => {
  const { before, after } = change;
  const granted = codesGiven(change);
  const revoked = codesTaken(change);
  const codes = [...granted, ...revoked];
  return {
    opType: before === undefined ? "Create_user" : opType,
    subjects: [userSubject(after.id), ...codes.map(permissionSubject), ...(codes.length > 0 ? [ALL_PERMISSIONS] : [])],
    meta: { username: after.username, ...fieldsOf(change), granted, revoked },
    reason,
  };
};

const fieldsOf = ({ before, after }: UserChange): Record<string, unknown> => {
  if (before === undefined) return { email: after.email, realname: after.realname, user_role: after.role };
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [FIELD_NAMES[field], { from: before[field], to: after[field] }]));
};
