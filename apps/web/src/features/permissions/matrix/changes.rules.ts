import type { ChangePermissions, MatrixRow } from "@dailies/contract";

/** Codes to grant to and revoke from one user, relative to the state in which the user was loaded. */
export interface Pending<Row extends MatrixRow = MatrixRow> {
  readonly row: Row;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export type Changes<Row extends MatrixRow = MatrixRow> = ReadonlyMap<string, Pending<Row>>;

const toggled = (codes: readonly string[], code: string): string[] =>
  codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code];

const withPending = <Row extends MatrixRow>(changes: Changes<Row>, pending: Pending<Row>): Changes<Row> => {
  const next = new Map(changes);
  if (pending.add.length + pending.remove.length === 0) next.delete(pending.row.id);
  else next.set(pending.row.id, pending);
  return next;
};

/** A second toggle reverts the first. */
export const toggleCode = <Row extends MatrixRow>(changes: Changes<Row>, row: Row, code: string): Changes<Row> => {
  const { row: base, add, remove } = changes.get(row.id) ?? { row, add: [], remove: [] };
  return base.perms.includes(code)
    ? withPending(changes, { row: base, add, remove: toggled(remove, code) })
    : withPending(changes, { row: base, add: toggled(add, code), remove });
};

export const withoutPerson = <Row extends MatrixRow>(changes: Changes<Row>, id: string): Changes<Row> => {
  const next = new Map(changes);
  next.delete(id);
  return next;
};

export const countChanges = (changes: Changes): number =>
  [...changes.values()].reduce((sum, { add, remove }) => sum + add.length + remove.length, 0);

/** The change in the number of holders of a code. */
export const holdersDelta = (changes: Changes, code: string): number =>
  [...changes.values()].reduce(
    (sum, { add, remove }) => sum + Number(add.includes(code)) - Number(remove.includes(code)),
    0,
  );

export const toBody = (changes: Changes, reason: string): ChangePermissions => ({
  changes: [...changes.values()].map(({ row, add, remove }) => ({
    id: row.id,
    expected_version: row.version,
    add: [...add],
    remove: [...remove],
  })),
  reason,
});

/** Concurrent changes to a user by somebody else. */
export interface Moved {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

export interface Rebased<Row extends MatrixRow> {
  readonly changes: Changes<Row>;
  readonly moved: ReadonlyMap<string, Moved>;
}

/** Rebases the changes onto the newest state and drops those already made by somebody else. */
export const rebase = <Row extends MatrixRow>(changes: Changes<Row>, fresh: readonly Row[]): Rebased<Row> => {
  const moved = new Map<string, Moved>();
  let next = changes;
  for (const row of fresh) {
    const pending = changes.get(row.id);
    if (!pending || pending.row.version === row.version) continue;
    const was = pending.row.perms;
    moved.set(row.id, {
      given: row.perms.filter((code) => !was.includes(code)),
      taken: was.filter((code) => !row.perms.includes(code)),
    });
    next = withPending(next, {
      row,
      add: pending.add.filter((code) => !row.perms.includes(code)),
      remove: pending.remove.filter((code) => row.perms.includes(code)),
    });
  }
  return { changes: next, moved };
};
