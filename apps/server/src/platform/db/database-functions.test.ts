import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { asOwner, dropDatabase, newDatabaseName, withDatabase } from "../../testing/template-database.ts";
import { testConfig } from "../../testing/test-database.ts";
import { createDatabase } from "./database.ts";
import { type ApplyFunctionsOptions, listChangedFunctions } from "./database-functions.ts";
import { migrate, schemaLevelCheck } from "./migrations.ts";

const { database } = testConfig();
const serverUrl = database.ownerUrl ?? "";
const appRole = new URL(database.url).username;
let name: string;
let folder: string;
let ownerUrl: string;
let owner: Client;

beforeEach(async () => {
  name = newDatabaseName();
  ownerUrl = withDatabase(serverUrl, name);
  folder = await newFolder();
  await asOwner(serverUrl, `create database ${escapeIdentifier(name)}`);
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
});

afterEach(async () => {
  await owner.end();
  await dropDatabase(serverUrl, name);
  await rm(folder, { recursive: true });
});

const newFolder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), "functions-"));
  await mkdir(join(made, "migrations"));
  await mkdir(join(made, "functions"));
  await writeFile(join(made, "migrations", "2026-01-01T0000-a.sql"), "create table counted (n int not null);");
  return made;
};

const constant = (functionName: string, value: number): string =>
  `create or replace function ${functionName}() returns integer language sql as $$ select ${value} $$;\n`;
const file = (fileName: string, text: string, inFolder = folder) =>
  writeFile(join(inFolder, "functions", fileName), text);
const run = async (options: Partial<ApplyFunctionsOptions> = {}, log = captureLog().log) => {
  const applied = await migrate({ ownerUrl, appRole, folder, log, attempts: 1, ...options });
  return applied.functions;
};
const evaluate = async (expression: string): Promise<unknown> => {
  const { rows } = await owner.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]?.value;
};
const recordedNames = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>("select name from schema_function order by name");
  return rows.map((row) => row.name);
};

describe("applying database functions", () => {
  it("applies each file once, in the order of their names, after the migrations", async () => {
    await file("b.sql", `${constant("second", 2)}insert into counted values (first());\n`);
    await file("a.sql", constant("first", 1));
    expect(await run()).toEqual(["a.sql", "b.sql"]);
    expect(await run()).toEqual([]);
    expect(await evaluate("(select count(*)::int from counted)")).toBe(1);
    expect(await recordedNames()).toEqual(["first", "second"]);
  });

  it("reads folders without regard to their names, and does not apply a moved file again", async () => {
    for (const area of ["about", "zoo"]) await mkdir(join(folder, "functions", area));
    await file("about/b.sql", `${constant("second", 2)}insert into counted values (first());\n`);
    await file("zoo/a.sql", constant("first", 1));
    expect(await run()).toEqual(["a.sql", "b.sql"]);
    await rename(join(folder, "functions/zoo/a.sql"), join(folder, "functions/about/a.sql"));
    expect(await run()).toEqual([]);
    await file("a.sql", constant("third", 3));
    await expect(run()).rejects.toThrow("two folders of functions hold a.sql");
  });

  it("applies a changed file again, and only that one", async () => {
    await file("a.sql", constant("first", 1));
    await file("b.sql", constant("second", 2));
    await run();
    await file("b.sql", constant("second", 22));
    expect(await run()).toEqual(["b.sql"]);
    expect(await evaluate("first() * 100 + second()")).toBe(122);
  });

  it("applies them once when several migrators start at the same time", async () => {
    await file("a.sql", `${constant("first", 1)}insert into counted values (1); select pg_sleep(0.3);\n`);
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["a.sql"]);
    expect(await evaluate("(select count(*)::int from counted)")).toBe(1);
  });

  it("leaves every function as it was when one file fails", async () => {
    await file("a.sql", constant("first", 1));
    await file("b.sql", constant("second", 2));
    await run();
    await file("a.sql", constant("first", 11));
    await file("b.sql", `${constant("second", 22)}select 1 / 0;\n`);
    await expect(run()).rejects.toThrow("division by zero");
    expect(await evaluate("first() * 100 + second()")).toBe(102);
    await file("b.sql", constant("second", 22));
    expect(await run()).toEqual(["a.sql", "b.sql"]);
    expect(await evaluate("first() * 100 + second()")).toBe(1122);
  });

  it("drops a function that is in no file any more, and logs its name", async () => {
    await file("a.sql", constant("first", 1) + constant("second", 2));
    await run();
    await file("a.sql", constant("first", 1));
    const { log, lines } = captureLog();
    await run({}, log);
    expect(await recordedNames()).toEqual(["first"]);
    expect(await evaluate("to_regproc('second')")).toBeNull();
    expect(lines.find((line) => line.includes("dropped a database function"))).toContain("second");
  });

  it("keeps a function that a trigger still needs, and everything else as it was", async () => {
    const guard =
      "create or replace function guard() returns trigger language plpgsql as $$ begin return new; end $$;\n";
    const trigger =
      "create or replace trigger guarded before insert on counted for each row execute function guard();\n";
    await file("a.sql", guard + trigger);
    await file("b.sql", constant("first", 1));
    await run();
    await file("a.sql", constant("other", 1));
    await expect(run()).rejects.toThrow("cannot drop function guard()");
    expect(await recordedNames()).toEqual(["first", "guard"]);
  });

  it("follows a function from one file to another", async () => {
    await file("a.sql", constant("first", 1) + constant("second", 2));
    await run();
    await file("a.sql", constant("first", 1));
    await file("b.sql", constant("second", 2));
    expect(await run()).toEqual(["a.sql", "b.sql"]);
    expect(await evaluate("second()")).toBe(2);
  });

  it("drops and creates a function whose arguments or result changed", async () => {
    await file("a.sql", "create or replace function sum_of(a int, b int) returns int language sql as 'select a + b';");
    await run();
    await file("a.sql", "create or replace function sum_of(x int) returns bigint language sql as 'select x::bigint';");
    expect(await run()).toEqual(["a.sql"]);
    expect(await evaluate("sum_of(3)")).toBe("3");
    await expect(evaluate("sum_of(1, 2)")).rejects.toThrow("does not exist");
  });

  it("refuses a name that is defined twice, and a function that cannot be replaced", async () => {
    await file("a.sql", constant("first", 1));
    await file("b.sql", constant("first", 2));
    await expect(run()).rejects.toThrow("first is defined in a.sql and in b.sql");
    await file("b.sql", "create function second() returns int language sql as 'select 1';");
    await expect(run()).rejects.toThrow('b.sql: write each function as "create or replace function');
  });

  it("gives the app role no right to change the record", async () => {
    await file("a.sql", constant("first", 1));
    await run();
    const app = new Client({ connectionString: withDatabase(database.url, name) });
    await app.connect();
    await expect(app.query("select name from schema_function")).resolves.toMatchObject({ rowCount: 1 });
    await expect(app.query("delete from schema_function")).rejects.toThrow(/permission denied/);
    await app.end();
  });
});

describe("functions changed by hand", () => {
  beforeEach(async () => {
    await file("a.sql", constant("first", 1));
    await file("b.sql", constant("second", 2) + constant("third", 3));
    await run();
  });

  it("are none after migrating", async () => {
    expect(await listChangedFunctions(owner)).toEqual([]);
  });

  it("are named, whether the text, the rights they run with or the whole function changed", async () => {
    await owner.query(constant("first", 100));
    await owner.query("alter function second() security definer");
    await owner.query("drop function third()");
    expect(await listChangedFunctions(owner)).toEqual([
      { name: "first", file: "a.sql", change: "changed" },
      { name: "second", file: "b.sql", change: "changed" },
      { name: "third", file: "b.sql", change: "missing" },
    ]);
  });

  it("are found whatever the search path of the session is", async () => {
    await file("c.sql", "create or replace function one(c counted) returns int language sql as 'select 1';");
    await run();
    await owner.query("set search_path to pg_catalog");
    expect(await listChangedFunctions(owner)).toEqual([]);
  });

  it("stay until the migrator is told to restore them", async () => {
    await owner.query(constant("first", 100));
    expect(await run()).toEqual([]);
    expect(await evaluate("first()")).toBe(100);
    expect(await run({ restore: true })).toEqual(["a.sql"]);
    expect(await evaluate("first()")).toBe(1);
    expect(await listChangedFunctions(owner)).toEqual([]);
  });
});

describe("readiness while an old and a new version run side by side", () => {
  it("holds for the old version on the new database, and for the new one once the database was migrated", async () => {
    const old = await newFolder();
    await file("a.sql", constant("first", 1), old);
    await file("a.sql", constant("first", 1));
    await run();
    const opened = createDatabase({
      url: withDatabase(database.url, name),
      poolSize: 1,
      applicationName: "dailies-test",
    });
    await file("a.sql", constant("first", 11) + constant("second", 2));
    await expect(schemaLevelCheck(opened.db, old)()).resolves.toBeUndefined();
    await expect(schemaLevelCheck(opened.db, folder)()).rejects.toThrow("the database lacks second");

    await run();
    await expect(schemaLevelCheck(opened.db, old)()).resolves.toBeUndefined();
    await expect(schemaLevelCheck(opened.db, folder)()).resolves.toBeUndefined();
    await opened.close();
    await rm(old, { recursive: true });
  });
});
