import { createUserBody, IMPORT_COLUMNS, IMPORT_MAX_ROWS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { type CsvRecord, readCsv } from "../../../platform/csv.ts";
import { asCodeSet } from "../users.rules.ts";

type Column = (typeof IMPORT_COLUMNS)[number];

/** One parsed line, not yet compared with the database. */
export interface FileRow {
  readonly line: number;
  readonly username: string;
  readonly email: string;
  readonly realname: string;
  readonly role: string;
  /** Absent when the file has no such column: permissions then stay unchanged. */
  readonly codes: string[] | undefined;
  readonly faults: readonly string[];
}

/** A fault of its line names more fields than the header has; beyond this the file is no table. */
const LIMITS = { fields: 4 * IMPORT_COLUMNS.length, fieldCharacters: 4_096 };
const REQUIRED = IMPORT_COLUMNS.filter((column) => column !== "perms");
const isColumn = (name: string): name is Column => IMPORT_COLUMNS.some((column) => column === name);

const readHeader = (header: CsvRecord | undefined): Column[] => {
  const names = (header?.fields ?? []).map((name) => name.trim().toLowerCase());
  const unknown = names.filter((name) => !isColumn(name));
  const missing = REQUIRED.filter((column) => !names.includes(column));
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  const expected = `the first line names the columns ${IMPORT_COLUMNS.join(",")}`;
  if (missing.length > 0) throw new DomainError("invalid", `${expected}; missing: ${missing.join(", ")}`);
  if (unknown.length > 0) throw new DomainError("invalid", `${expected}; unknown: ${unknown.join(", ")}`);
  if (repeated.length > 0) throw new DomainError("invalid", `${expected}; twice: ${repeated.join(", ")}`);
  return names.filter(isColumn);
};

/** Throws for faults of the whole file; faults of a line are stored with the line. */
export const readImportFile = (csv: string): FileRow[] => {
  const records = readCsv(csv, LIMITS);
  const first = records.next();
  const columns = readHeader(first.done ? undefined : first.value);
  const rows: FileRow[] = [];
  for (const record of records) {
    if (rows.length === IMPORT_MAX_ROWS)
      throw new DomainError("invalid", `a file has at most ${IMPORT_MAX_ROWS} users`);
    rows.push(readRow(columns, record));
  }
  if (rows.length === 0) throw new DomainError("invalid", "the file has no lines below the header");
  return withRepeats(rows);
};

const readRow = (columns: readonly Column[], { line, fields }: CsvRecord): FileRow => {
  const cell = (column: Column): string => (fields[columns.indexOf(column)] ?? "").trim();
  const codes = columns.includes("perms")
    ? asCodeSet(
        cell("perms")
          .split(/\s+/)
          .filter((code) => code !== ""),
      )
    : undefined;
  const user = {
    username: cell("username"),
    email: cell("email"),
    realname: cell("realname"),
    user_role: cell("user_role"),
  };
  const parsed = createUserBody.safeParse({ ...user, perms: codes ?? [] });
  const issues = parsed.success ? [] : parsed.error.issues;
  const faults = issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  if (fields.length !== columns.length) faults.unshift(`${fields.length} fields, the header has ${columns.length}`);
  return {
    line,
    username: user.username,
    email: user.email,
    realname: user.realname,
    role: user.user_role,
    codes,
    faults,
  };
};

/** Refuses the second line about the same user, because it is ambiguous which one is meant. */
const withRepeats = (rows: readonly FileRow[]): FileRow[] => {
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    const faults = (["username", "email"] as const).flatMap((name) => {
      const key = `${name} ${row[name].toLowerCase()}`;
      const first = lineOf.get(key);
      if (first === undefined && row[name] !== "") lineOf.set(key, row.line);
      return first === undefined ? [] : [`${name}: already on line ${first}`];
    });
    return faults.length === 0 ? row : { ...row, faults: [...row.faults, ...faults] };
  });
};
