import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { asOwner, dropDatabase, newDatabaseName, withDatabase } from "../../testing/template-database.ts";
import { testConfig } from "../../testing/test-database.ts";
import { createDatabase } from "./database.ts";
import { migrate, schemaLevelCheck } from "./migrations.ts";

const { database } = testConfig();
const serverUrl = database.ownerUrl ?? "";
const appRole = new URL(database.url).username;
let name: string;
let folder: string;
let ownerUrl: string;
let clients: Client[];

beforeEach(async () => {
  name = newDatabaseName();
  ownerUrl = withDatabase(serverUrl, name);
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await mkdir(join(folder, "migrations"));
  await mkdir(join(folder, "functions"));
  clients = [];
  await asOwner(serverUrl, `create database ${escapeIdentifier(name)}`);
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await dropDatabase(serverUrl, name);
  await rm(folder, { recursive: true });
});

const file = (fileName: string, text: string) => writeFile(join(folder, "migrations", fileName), text);
const run = async (options: { lockTimeoutMs?: number; attempts?: number } = {}, log = captureLog().log) => {
  const applied = await migrate({ ownerUrl, appRole, folder, log, ...options });
  return applied.migrations;
};
const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
};

describe("migrations", () => {
  it("are applied once, in the order of their names, also those that arrive late", async () => {
    await file("2026-01-02T0000-b.sql", "alter table a add column y int;");
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    expect(await run()).toEqual(["2026-01-01T0000-a.sql", "2026-01-02T0000-b.sql"]);
    expect(await run()).toEqual([]);
    await file("2026-01-01T1200-between.sql", "create table between_them (x int);");
    expect(await run()).toEqual(["2026-01-01T1200-between.sql"]);
  });

  it("are refused when an applied file was changed or is gone", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    await run();
    await file("2026-01-01T0000-a.sql", "create table a (x int, y int);");
    await expect(run()).rejects.toThrow("2026-01-01T0000-a.sql was changed after it was applied");
    await rm(join(folder, "migrations", "2026-01-01T0000-a.sql"));
    await expect(run()).rejects.toThrow("2026-01-01T0000-a.sql was applied but its file is gone");
  });

  it("leave nothing behind when one fails", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int); select 1/0;");
    await expect(run()).rejects.toThrow("division by zero");
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    expect(await run()).toEqual(["2026-01-01T0000-a.sql"]);
  });

  it("run one after the other when two processes start them at once", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int); select pg_sleep(0.5);");
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["2026-01-01T0000-a.sql"]);
  });

  it("wait for a busy table in short attempts, so that nobody queues behind them", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    await run();
    await file("2026-01-02T0000-b.sql", "alter table a add column y int;");
    const reader = await connect(ownerUrl);
    await reader.query("begin; select * from a");
    await expect(run({ lockTimeoutMs: 50, attempts: 2 })).rejects.toMatchObject({ code: "55P03" });
    const { log, lines } = captureLog();
    const waiting = run({ lockTimeoutMs: 50, attempts: 20 }, log);
    await eventually(() => lines.find((line) => line.includes("schema lock timeout")));
    await reader.query("commit");
    expect(await waiting).toEqual(["2026-01-02T0000-b.sql"]);
  });

  it("can make an index without blocking writers", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    await file(
      "2026-01-02T0000-i.sql",
      "-- no transaction\ndrop index concurrently if exists a_x;\ncreate index concurrently a_x on a (x);\n",
    );
    expect(await run()).toHaveLength(2);
  });

  it("keep a right that a migration took away from the app role", async () => {
    await file(
      "2026-01-01T0000-a.sql",
      `create table history (x int); revoke update, delete on history from ${appRole};`,
    );
    await run();
    await file("2026-01-02T0000-b.sql", "create table ordinary (id bigserial primary key, x int);");
    await run();
    const app = await connect(withDatabase(database.url, name));
    await app.query("insert into history values (1)");
    await expect(app.query("update history set x = 2")).rejects.toThrow(/permission denied/);
    await expect(app.query("delete from history")).rejects.toThrow(/permission denied/);
    await app.query("insert into ordinary (x) values (1); update ordinary set x = 2; delete from ordinary");
    await expect(app.query("create table mine (x int)")).rejects.toThrow(/permission denied/);
  });

  it("are missed by the readiness check until they are applied, while newer ones do not matter", async () => {
    await file("2026-01-01T0000-a.sql", "create table a (x int);");
    await run();
    const opened = createDatabase({
      url: withDatabase(database.url, name),
      poolSize: 1,
      applicationName: "dailies-test",
    });
    const check = schemaLevelCheck(opened.db, folder);
    await expect(check()).resolves.toBeUndefined();
    await file("2026-01-02T0000-b.sql", "create table b (x int);");
    await expect(check()).resolves.toBeUndefined();
    await expect(schemaLevelCheck(opened.db, folder)()).rejects.toThrow("the database lacks 2026-01-02T0000-b.sql");
    await opened.close();
  });
});
