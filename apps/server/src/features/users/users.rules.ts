import { INTERNAL_ROLE, isExternalRole, type PermissionCode, platformFlags } from "@dailies/contract";

/** The fields of a user that administration reads and changes. */
export interface UserState {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly realname: string;
  readonly role: string;
  readonly codes: readonly string[];
  readonly isEnabled: boolean;
  readonly version: number;
}

/** One user before and after; `before` is undefined for a new user. */
export interface UserChange {
  readonly before: UserState | undefined;
  readonly after: UserState;
}

/** The actor with their current rights, not those at sign-in. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly codes: readonly string[];
}

/** Without an enabled holder of each of these nobody could grant access again. */
export const GUARDED_CODES = ["USER_MANAGE_W", "PERM_MANAGE_W", "MAGI_ADMIN"] as const satisfies PermissionCode[];

/** Codes whose holder creates credits or approves that others do: a second person approves who gets one. */
export const SECOND_PERSON_CODES: readonly string[] = ["MAGI_ADMIN", "MAGI_MODIFY_CREDITS"] satisfies PermissionCode[];

/** The enabled holders' user ids per guarded code. */
export type GuardedHolders = ReadonlyMap<string, ReadonlySet<string>>;

const without = (codes: readonly string[], taken: readonly string[]): string[] => {
  const gone = new Set(taken);
  return codes.filter((code) => !gone.has(code));
};

export const codesGiven = ({ before, after }: UserChange): string[] => without(after.codes, before?.codes ?? []);
export const codesTaken = ({ before, after }: UserChange): string[] => without(before?.codes ?? [], after.codes);

/** Sorted and unique: equal sets give equal lists. */
export const asCodeSet = (codes: Iterable<string>): string[] => [...new Set(codes)].sort();

export const changesRights = (change: UserChange): boolean =>
  change.before?.role !== change.after.role ||
  change.before.isEnabled !== change.after.isEnabled ||
  codesGiven(change).length > 0 ||
  codesTaken(change).length > 0;

export const isChanged = (change: UserChange): boolean =>
  changesRights(change) || change.before?.realname !== change.after.realname;

/** Why this actor may not make this change; the single check for every way of changing users. */
export const changeRefusal = (by: Administrator, change: UserChange): string | undefined => {
  if (change.after.id === by.id && changesRights(change)) {
    return "you cannot change your own role, permissions or access: ask another administrator";
  }
  const kept = change.after.codes.filter((code) => SECOND_PERSON_CODES.includes(code));
  if (change.before?.isEnabled === false && change.after.isEnabled && kept.length > 0) {
    return `this account holds ${kept.join(", ")}: take it away, enable the account, and ask for it again`;
  }
  if (by.codes.includes("PERM_MANAGE_W")) return undefined;
  const beyond = without(codesGiven(change), by.codes);
  if (beyond.length > 0) return `you can give only the permissions you hold yourself, not ${beyond.join(", ")}`;
  const becomesInternal = change.after.role === INTERNAL_ROLE && change.before?.role !== INTERNAL_ROLE;
  if (becomesInternal && isExternalRole(by.role)) return "only internal users can make somebody internal";
  const taken = without(codesTaken(change), by.codes);
  if (taken.length > 0) return `you can take only the permissions you hold yourself, not ${taken.join(", ")}`;
  return change.before && changesAccess(change) ? outrankedRefusal(by, change.before) : undefined;
};

const changesAccess = ({ before, after }: UserChange): boolean =>
  before?.role !== after.role || before.isEnabled !== after.isEnabled;

/** Why this actor may not shut this user out: the user holds rights that the actor does not. */
export const outrankedRefusal = (by: Administrator, user: UserState): string | undefined => {
  if (by.id === user.id || by.codes.includes("PERM_MANAGE_W")) return undefined;
  const beyond = without(user.codes, by.codes);
  if (beyond.length > 0) return `this account holds ${beyond.join(", ")}, which you do not hold`;
  return !isExternalRole(user.role) && isExternalRole(by.role) ? "only internal users can do this to them" : undefined;
};

/** Why this actor may not reset the second factor of this user, which makes it easier to sign in as them. */
export const resetRefusal = (by: Administrator, user: Pick<UserState, "id" | "codes">): string | undefined => {
  if (user.id === by.id) return "you cannot reset your own second factor: ask another administrator";
  if (by.codes.includes("PERM_MANAGE_W")) return undefined;
  const beyond = without(user.codes, by.codes);
  return beyond.length > 0 ? `this account holds what you do not hold yourself: ${beyond.join(", ")}` : undefined;
};

/** The part of a change that takes effect at once, and the codes that wait for a second person. */
export const splitForApproval = (change: UserChange): { change: UserChange; waiting: readonly string[] } => {
  const waiting = codesGiven(change).filter((code) => SECOND_PERSON_CODES.includes(code));
  const after = { ...change.after, codes: without(change.after.codes, waiting) };
  return { change: { before: change.before, after }, waiting };
};

const isHolder = (user: UserState, code: string): boolean => user.isEnabled && user.codes.includes(code);

/** Whether the change removes an effective holder; the database guard checks the same two cases. */
const takesAway = ({ before, after }: UserChange, code: string): boolean =>
  before?.codes.includes(code) === true && (!after.codes.includes(code) || (before.isEnabled && !after.isEnabled));

/** Guarded codes that would lose their last enabled holder by these changes. */
export const lostCodes = (changes: readonly UserChange[], holders: GuardedHolders): string[] => {
  const changed = new Set(changes.map(({ after }) => after.id));
  return GUARDED_CODES.filter(
    (code) =>
      changes.some((change) => takesAway(change, code)) &&
      !changes.some(({ after }) => isHolder(after, code)) &&
      ![...(holders.get(code) ?? [])].some((id) => !changed.has(id)),
  );
};

export const takesOneOf = (change: UserChange, codes: readonly string[]): boolean =>
  codes.some((code) => takesAway(change, code));

export const lastHolderRefusal = (lost: readonly string[]): string =>
  `nobody would be left who holds ${lost.join(", ")}: give it to somebody else first`;

/** The platform bit mask of the codes: built-in flags plus the bits of custom codes. */
export const effectiveFlags = (codes: readonly string[], customFlags: number): number =>
  platformFlags(codes) | customFlags;
