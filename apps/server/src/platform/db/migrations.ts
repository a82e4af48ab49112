import { setTimeout as sleep } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import type { Log } from "../observability/log.ts";
import type { Db } from "./database.ts";
import { type ApplyFunctionsOptions, applyFunctions, prepareFunctionTable } from "./database-functions.ts";
import {
  defaultSchemaFolder,
  listMigrationNames,
  readFunctionFiles,
  readMigrations,
  type SqlFile,
} from "./schema-files.ts";
import { inSchemaTransaction, MigrationError } from "./schema-transaction.ts";

export interface MigrateOptions extends ApplyFunctionsOptions {
  readonly ownerUrl: string;
  /** The role of the running processes; it may read and write rows but not change the schema. */
  readonly appRole: string;
  /** Contains the folders `migrations` and `functions`. */
  readonly folder?: string;
}

/** Names of the files that were applied. */
export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
}

// Any constant that no other advisory lock in this database uses.
const ADVISORY_LOCK = 7_423_001;
const ADVISORY_LOCK_WAIT_MS = 300_000;
/**
 * A readiness check: throws unless the database has every migration and every function this code needs. Functions are
 * checked by name and not by text: during a rolling restart the database already has the functions of the next version,
 * which the previous version keeps calling.
 */
export const schemaLevelCheck = (db: Db, folder?: string) => {
  let expected: Promise<{ migrations: string[]; functions: string[] }> | undefined;
  return async (): Promise<void> => {
    expected ??= listExpected(folder ?? defaultSchemaFolder());
    const { migrations, functions } = await expected;
    const [appliedMigrations, appliedFunctions] = await Promise.all([
      db.selectFrom("schema_migration").select("name").execute(),
      db.selectFrom("schema_function").select("name").execute(),
    ]);
    const applied = new Set([...appliedMigrations, ...appliedFunctions].map((row) => row.name));
    const missing = [...migrations, ...functions].filter((name) => !applied.has(name));
    if (missing.length > 0) throw new MigrationError(`the database lacks ${missing.join(", ")}`);
  };
};

const listExpected = async (folder: string): Promise<{ migrations: string[]; functions: string[] }> => {
  const [migrations, files] = await Promise.all([listMigrationNames(folder), readFunctionFiles(folder)]);
  return { migrations, functions: files.flatMap((file) => file.functions.map(({ name }) => name)) };
};

/** Brings the database up to date: migrations first, then functions. Idempotent, also when run concurrently. */
export const migrate = async ({ folder = defaultSchemaFolder(), ...options }: MigrateOptions): Promise<Migrated> => {
  const migrations = await readMigrations(folder);
  const functionFiles = await readFunctionFiles(folder);
  const client = new Client({ connectionString: options.ownerUrl, application_name: "dailies-migrate" });
  await client.connect();
  try {
    await takeAdvisoryLock(client, options.log);
    await prepare(client, options.appRole);
    // Lets a file revoke a right from the app role, whose name depends on the installation.
    await client.query("select set_config('dailies.app_role', $1, false)", [options.appRole]);
    const pending = await listPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, options);
      options.log.info({ migration: migration.name }, "migration applied");
    }
    const functions = await applyFunctions(client, functionFiles, options);
    return { migrations: pending.map((migration) => migration.name), functions };
  } finally {
    // Ends the session and with it the advisory lock.
    await client.end();
  }
};

const takeAdvisoryLock = async (client: Client, log: Log): Promise<void> => {
  const deadline = Date.now() + ADVISORY_LOCK_WAIT_MS;
  for (let round = 0; Date.now() < deadline; round++) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.taken) return;
    if (round === 0) log.info("waiting for another migration to finish");
    await sleep(200 + Math.random() * 200);
  }
  throw new MigrationError("another migration has been running for five minutes");
};

/**
 * Default privileges apply once, when a table is created. A migration that revokes a right from the app role therefore stays
 * in force; granting on all tables after every run would undo it.
 */
const prepare = async (client: Client, appRole: string): Promise<void> => {
  const role = escapeIdentifier(appRole);
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    revoke create on schema public from public;
    grant usage on schema public to ${role};
    grant select on schema_migration to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role};
  `);
  await prepareFunctionTable(client, appRole);
};

const listPending = async (client: Client, migrations: readonly SqlFile[]): Promise<SqlFile[]> => {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from schema_migration");
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const file = files.get(row.name);
    if (!file) throw new MigrationError(`${row.name} was applied but its file is gone`);
    if (file.sha256 !== row.sha256) throw new MigrationError(`${row.name} was changed after it was applied`);
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
};

const apply = async (client: Client, migration: SqlFile, options: MigrateOptions): Promise<void> => {
  if (migration.sql.startsWith("-- no transaction\n")) return applyStatementByStatement(client, migration);
  await inSchemaTransaction(client, migration.name, options, async () => {
    await client.query(migration.sql);
    await record(client, migration);
  });
};

/**
 * For `create index concurrently`, which does not block readers or writers and so needs no lock timeout. A failed run is
 * repeated from the first statement: begin such files with `drop index concurrently if exists`.
 */
const applyStatementByStatement = async (client: Client, migration: SqlFile): Promise<void> => {
  for (const statement of migration.sql.split(/;\s*$/m)) {
    if (statement.trim() !== "") await client.query(statement);
  }
  await record(client, migration);
};

const record = async (client: Client, { name, sha256 }: SqlFile): Promise<void> => {
  await client.query("insert into schema_migration (name, sha256) values ($1, $2)", [name, sha256]);
};
