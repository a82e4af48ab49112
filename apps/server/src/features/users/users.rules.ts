import { INTERNAL_ROLE, isExternalRole, type PermissionCode, platformFlags } from "@dailies/contract";

/** What administration looks at and changes of one user. */
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

/** One user before and after; nobody before when the user is being created. */
export interface UserChange {
  readonly before: UserState | undefined;
  readonly after: UserState;
}

/** Whoever makes a change, as they are at that moment and not as they were when they signed in. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  readonly codes: readonly string[];
}

/** Without an enabled holder of each of these nobody could let anybody in again. */
export const GUARDED_CODES = ["USER_MANAGE_W", "PERM_MANAGE_W", "MAGI_ADMIN"] as const satisfies PermissionCode[];

/** Enabled holders of each guarded code, by the user's id. */
export type GuardedHolders = ReadonlyMap<string, ReadonlySet<string>>;

const without = (codes: readonly string[], taken: readonly string[]): string[] => {
  const gone = new Set(taken);
  return codes.filter((code) => !gone.has(code));
};

export const codesGiven = ({ before, after }: UserChange): string[] => without(after.codes, before?.codes ?? []);
export const codesTaken = ({ before, after }: UserChange): string[] => without(before?.codes ?? [], after.codes);

/** A set in the order of its words: the same codes are the same list. */
export const asCodeSet = (codes: Iterable<string>): string[] => [...new Set(codes)].sort();

const changesRights = (change: UserChange): boolean =>
  change.before?.role !== change.after.role ||
  change.before.isEnabled !== change.after.isEnabled ||
  codesGiven(change).length > 0 ||
  codesTaken(change).length > 0;

export const isChanged = (change: UserChange): boolean =>
  changesRights(change) || change.before?.realname !== change.after.realname;

/** Why this person may not make this change; every way of changing users asks here. */
export const changeRefusal = (by: Administrator, change: UserChange): string | undefined => {
  if (change.after.id === by.id && changesRights(change)) {
    return "you cannot change your own role, permissions or access: ask another administrator";
  }
  if (by.codes.includes("PERM_MANAGE_W")) return undefined;
  const beyond = without(codesGiven(change), by.codes);
  if (beyond.length > 0) return `you can give only the permissions you hold yourself, not ${beyond.join(", ")}`;
  const becomesInternal = change.after.role === INTERNAL_ROLE && change.before?.role !== INTERNAL_ROLE;
  if (becomesInternal && isExternalRole(by.role)) return "only internal users can make somebody internal";
  return undefined;
};

const isHolder = (user: UserState, code: string): boolean => user.isEnabled && user.codes.includes(code);

/** Whether the change touches a holding of the code; the database looks at the same two acts. */
const takesAway = ({ before, after }: UserChange, code: string): boolean =>
  before?.codes.includes(code) === true && (!after.codes.includes(code) || (before.isEnabled && !after.isEnabled));

/** Guarded codes that would lose their last enabled holder if all of these changes were made. */
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

/** Everything the codes amount to for the platform: its own flags, and the bits of those that were added. */
export const effectiveFlags = (codes: readonly string[], customFlags: number): number =>
  platformFlags(codes) | customFlags;
