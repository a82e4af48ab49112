import { hash } from "node:crypto";
import {
  type Administrator,
  changeRefusal,
  codesGiven,
  codesTaken,
  type GuardedHolders,
  isChanged,
  lastHolderRefusal,
  lostCodes,
  takesOneOf,
  type UserChange,
  type UserState,
} from "../users.rules.ts";
import type { FileRow } from "./import-file.rules.ts";

export interface PlannedRow {
  readonly row: FileRow;
  readonly action: "create" | "update" | "unchanged" | "refused";
  readonly notes: readonly string[];
  /** The change for this row, unless it is refused. */
  readonly change: UserChange | undefined;
}

/** The database state that the plan is based on. */
export interface ImportSurroundings {
  readonly admin: Administrator;
  /** All users with one of the file's usernames or email addresses. */
  readonly users: readonly UserState[];
  readonly knownCodes: ReadonlySet<string>;
  readonly holders: GuardedHolders;
  readonly makeId: () => string;
}

/** Plans an import line by line. Pure: the same file and state give the same plan. */
export const planImport = (rows: readonly FileRow[], around: ImportSurroundings): PlannedRow[] => {
  const byUsername = new Map(around.users.map((user) => [user.username.toLowerCase(), user]));
  const byEmail = new Map(around.users.map((user) => [user.email.toLowerCase(), user]));
  const planned = rows.map((row) => {
    const named = byUsername.get(row.username.toLowerCase());
    const addressed = byEmail.get(row.email.toLowerCase());
    const unknown = (row.codes ?? []).filter((code) => !around.knownCodes.has(code));
    const faults = [...row.faults, ...unknown.map((code) => `perms: there is no permission called ${code}`)];
    if (faults.length > 0) return refused(row, faults);
    if (named?.id !== addressed?.id) return refused(row, [otherPerson(named, addressed)]);
    return planRow(row, { before: named, after: stateAfter(row, named, around.makeId) }, around.admin);
  });
  return keepLastHolders(planned, around.holders);
};

const refused = (row: FileRow, notes: readonly string[]): PlannedRow => ({
  row,
  action: "refused",
  notes,
  change: undefined,
});

const otherPerson = (named: UserState | undefined, addressed: UserState | undefined): string =>
  named === undefined
    ? `email: belongs to '${addressed?.username}'`
    : `username: '${named.username}' has another e-mail address`;

const stateAfter = (row: FileRow, before: UserState | undefined, makeId: () => string): UserState => ({
  id: before?.id ?? makeId(),
  username: before?.username ?? row.username,
  email: before?.email ?? row.email,
  realname: row.realname,
  role: row.role,
  codes: row.codes ?? before?.codes ?? [],
  isEnabled: before?.isEnabled ?? true,
  version: before?.version ?? 1,
});

const planRow = (row: FileRow, change: UserChange, admin: Administrator): PlannedRow => {
  if (change.before && !isChanged(change)) return { row, action: "unchanged", notes: [], change: undefined };
  const refusal = changeRefusal(admin, change);
  if (refusal) return refused(row, [refusal]);
  return { row, action: change.before ? "update" : "create", notes: describe(change), change };
};

const describe = (change: UserChange): string[] => {
  const { before, after } = change;
  if (before === undefined) return [];
  const given = codesGiven(change);
  const taken = codesTaken(change);
  return [
    before.realname === after.realname ? "" : `realname: ${before.realname} → ${after.realname}`,
    before.role === after.role ? "" : `user_role: ${before.role} → ${after.role}`,
    given.length === 0 ? "" : `gives ${given.join(", ")}`,
    taken.length === 0 ? "" : `takes ${taken.join(", ")}`,
  ].filter((note) => note !== "");
};

const keepLastHolders = (planned: readonly PlannedRow[], holders: GuardedHolders): PlannedRow[] => {
  const lost = lostCodes(changesOf(planned), holders);
  if (lost.length === 0) return [...planned];
  return planned.map((each) =>
    each.change && takesOneOf(each.change, lost) ? refused(each.row, [lastHolderRefusal(lost)]) : each,
  );
};

export const changesOf = (planned: readonly PlannedRow[]): UserChange[] =>
  planned.flatMap(({ change }) => (change ? [change] : []));

/** A digest of the plan with the version of every affected user; ids of new users are not fixed yet and left out. */
export const digestOf = (planned: readonly PlannedRow[]): string =>
  hash(
    "sha256",
    JSON.stringify(planned.map(({ row, action, notes, change }) => [row, action, notes, change?.before ?? null])),
  );
