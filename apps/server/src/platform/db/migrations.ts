import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, DatabaseError, escapeIdentifier } from "pg";
import type { Log } from "../observability/log.ts";
import type { Db } from "./database.ts";

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** The role the processes run as; it may read and write rows but never change the schema. */
  readonly appRole: string;
  readonly log: Log;
  readonly folder?: string;
  readonly lockTimeoutMs?: number;
  readonly attempts?: number;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export class MigrationError extends Error {}

// Any constant will do, as long as nothing else in this database takes it.
const ADVISORY_LOCK = 7_423_001;
const ADVISORY_LOCK_WAIT_MS = 300_000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** Beside src/ in the repository, beside dist/ in the image. */
const defaultFolder = (): string => {
  const candidates = ["../../../migrations", "../migrations"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const folder = candidates.find((path) => existsSync(path));
  if (!folder) throw new MigrationError(`no migrations in ${candidates.join(" or ")}`);
  return folder;
};

export const listMigrationNames = async (folder = defaultFolder()): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

/** A readiness check: throws unless the database has every migration this code was written for. */
export const schemaLevelCheck = (db: Db, folder?: string) => {
  let expected: Promise<string[]> | undefined;
  return async (): Promise<void> => {
    expected ??= listMigrationNames(folder);
    const names = await expected;
    const rows = await db.selectFrom("schema_migration").select("name").where("name", "in", names).execute();
    const applied = new Set(rows.map((row) => row.name));
    const missing = names.filter((name) => !applied.has(name));
    if (missing.length > 0) throw new MigrationError(`the database lacks ${missing.join(", ")}`);
  };
};

/** Brings the database to the level of the files; answers the names it applied. Safe to run twice, also at once. */
export const migrate = async ({ folder = defaultFolder(), ...options }: MigrateOptions): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: options.ownerUrl, application_name: "dailies-migrate" });
  await client.connect();
  try {
    await takeAdvisoryLock(client, options.log);
    await prepare(client, options.appRole);
    // So that a migration can take a right away from a role whose name only the installation knows.
    await client.query("select set_config('dailies.app_role', $1, false)", [options.appRole]);
    const pending = await listPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, options);
      options.log.info({ migration: migration.name }, "applied a migration");
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Ends the session and with it the advisory lock.
    await client.end();
  }
};

const readMigrations = async (folder: string): Promise<Migration[]> =>
  Promise.all(
    (await listMigrationNames(folder)).map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );

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
 * Default privileges act once, when a table is made. A migration that takes a right away from the app role
 * therefore stays in force, which granting on all tables after every run would undo.
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
};

const listPending = async (client: Client, migrations: readonly Migration[]): Promise<Migration[]> => {
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

const apply = async (client: Client, migration: Migration, options: MigrateOptions): Promise<void> => {
  if (migration.sql.startsWith("-- no transaction\n")) return applyStatementByStatement(client, migration);
  const { attempts = 30, lockTimeoutMs = 1_000, log } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyInTransaction(client, migration, lockTimeoutMs);
    } catch (error) {
      if (!isLockConflict(error) || attempt >= attempts) throw error;
      log.warn({ migration: migration.name, attempt }, "a lock was not free, trying again");
      await sleep(Math.min(500 * attempt, 5_000) * (0.5 + Math.random()));
    }
  }
};

const isLockConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

const applyInTransaction = async (client: Client, migration: Migration, lockTimeoutMs: number): Promise<void> => {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${Number(lockTimeoutMs)}`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};

/**
 * For `create index concurrently`, which takes no lock that readers or writers wait for and so needs no lock timeout.
 * A run that dies half-way is repeated from the first statement: begin such files with `drop index concurrently if exists`.
 */
const applyStatementByStatement = async (client: Client, migration: Migration): Promise<void> => {
  for (const statement of migration.sql.split(/;\s*$/m)) {
    if (statement.trim() !== "") await client.query(statement);
  }
  await record(client, migration);
};

const record = async (client: Client, { name, sha256 }: Migration): Promise<void> => {
  await client.query("insert into schema_migration (name, sha256) values ($1, $2)", [name, sha256]);
};
