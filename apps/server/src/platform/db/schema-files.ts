// The SQL files of the schema: migrations, which run once and never change, and functions, which are replaced.
import { createHash } from "node:crypto";
import { type Dirent, existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MigrationError } from "./schema-transaction.ts";

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export interface DeclaredFunction {
  readonly name: string;
  /** Arguments and result as written, on one line. */
  readonly signature: string;
}

export interface FunctionFile extends SqlFile {
  readonly functions: readonly DeclaredFunction[];
}

/** `db/` is next to src/ in the repository and next to dist/ in the image. */
export const defaultSchemaFolder = (): string => {
  const candidates = ["../../../db", "../db"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const folder = candidates.find((path) => existsSync(join(path, "migrations")));
  if (!folder) throw new MigrationError(`no migrations in ${candidates.join(" or ")}`);
  return folder;
};

export const listMigrationNames = async (folder: string): Promise<string[]> =>
  (await listSqlFiles(join(folder, "migrations"))).map(({ name }) => name);

export const readMigrations = (folder: string): Promise<SqlFile[]> => readSqlFiles(join(folder, "migrations"));

/**
 * In the order they are applied. Folders only group them: order and record go by the name of the file, so that a file moved
 * to another folder is neither applied again nor applied in another order.
 */
export const readFunctionFiles = async (folder: string): Promise<FunctionFile[]> => {
  const files = await readSqlFiles(join(folder, "functions"));
  const read = files.map(({ name, sql, sha256 }) => ({ name, sql, sha256, functions: parseFunctions(name, sql) }));
  refuseDuplicates(read);
  return read;
};

const ANY_FUNCTION = /^\s*create\s+(?:or\s+replace\s+)?function\b/gim;
const FUNCTION = /^create or replace function (?<name>\w+)\s*(?<signature>\([\s\S]*?)\s+language\s/gm;

/** The functions that a file declares; throws when one of them could not be replaced later. */
export const parseFunctions = (file: string, sql: string): DeclaredFunction[] => {
  const functions = Array.from(sql.matchAll(FUNCTION), ({ groups }) => ({
    name: groups?.name ?? "",
    signature: (groups?.signature ?? "").replaceAll(/\s+/g, " "),
  }));
  if (functions.length === 0 || functions.length !== sql.match(ANY_FUNCTION)?.length) {
    throw new MigrationError(
      `${file}: write each function as "create or replace function name(…) returns … language …", at least one in a file`,
    );
  }
  return functions;
};

/** No overloads: processes check functions by name at startup, and the record is by name too. */
const refuseDuplicates = (files: readonly FunctionFile[]): void => {
  const seen = new Map<string, string>();
  for (const [place, file] of files.entries()) {
    if (files[place + 1]?.name === file.name) throw new MigrationError(`two folders of functions hold ${file.name}`);
    for (const { name } of file.functions) {
      const other = seen.get(name);
      if (other !== undefined) throw new MigrationError(`${name} is defined in ${other} and in ${file.name}`);
      seen.set(name, file.name);
    }
  }
};

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

const listSqlFiles = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .sort(byName);

const readSqlFiles = async (folder: string): Promise<SqlFile[]> =>
  Promise.all(
    (await listSqlFiles(folder)).map(async ({ name, parentPath }) => {
      const sql = await readFile(join(parentPath, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
