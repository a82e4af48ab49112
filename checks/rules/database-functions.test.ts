import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseFunctions } from "../../apps/server/src/platform/db/schema-files.ts";
import { runCommand } from "../run-command.ts";
import { findBrokenCalls, findMisplaced, readRelease } from "./database-functions.ts";

const declared = (name: string, args: string): string =>
  `create or replace function ${name}(${args}) returns integer\nlanguage sql as $$ select 1 $$;\n`;

describe("a release of database functions", () => {
  let root: string;

  const git = async (...args: string[]): Promise<void> => {
    const { status, stderr } = await runCommand("git", args, root);
    if (status !== 0) throw new Error(stderr);
  };
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const faultsOf = async (text: string): Promise<string[]> => {
    const release = await readRelease(root);
    if (!release) throw new Error("there is no release");
    return findBrokenCalls(parseFunctions("jobs.sql", text), release);
  };

  beforeEach(async () => {
    root = mkdtempSync(path.join(tmpdir(), "database-functions-"));
    await git("init", "--quiet", "--initial-branch=main");
    await git("config", "user.name", "Somebody");
    await git("config", "user.email", "somebody@example.com");
    write("apps/server/db/functions/jobs/claims.sql", declared("claim", "a int, b int"));
    write("apps/server/db/functions/helpers.sql", declared("helper", "a int"));
    write("apps/server/src/claim.store.ts", "sql`select claim(1, 2)`");
    await git("add", "--all");
    await git("commit", "--quiet", "--no-verify", "--message", "first");
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it("is not there before the first tag", async () => {
    expect(await readRelease(root)).toBeUndefined();
  });

  it("allows new functions, new bodies, and dropping what no process calls", async () => {
    await git("tag", "v1.0.0");
    const changed = declared("claim", "a int,\n  b int").replace("select 1", "select 2");
    expect(await faultsOf(changed + declared("claim_many", "a int[]"))).toEqual([]);
  });

  it("refuses a signature that was changed in place", async () => {
    await git("tag", "v1.0.0");
    expect(await faultsOf(declared("claim", "a int, c int"))).toEqual([
      "claim has another signature than in v1.0.0: add a function with a new name, drop this one later",
    ]);
  });

  it("refuses to drop a function that the release calls", async () => {
    await git("tag", "v1.0.0");
    expect(await faultsOf(declared("claim_job", "a int, b int"))).toEqual([
      "claim is gone, but the processes of v1.0.0 call it: drop it in the release after this one",
    ]);
  });
});

describe("what belongs where", () => {
  it("keeps functions and triggers out of migrations, and tables out of functions", () => {
    const file = "apps/server/db/migrations/2099-01-01T0000-a.sql";
    const code = "apps/server/db/functions/a.sql";
    expect(findMisplaced([{ file, text: "create table a (x int);\n-- create function in words\n" }])).toEqual([]);
    expect(findMisplaced([{ file, text: declared("a", "") }])).toHaveLength(1);
    expect(findMisplaced([{ file, text: "create constraint trigger a after delete on b" }])).toHaveLength(1);
    expect(findMisplaced([{ file: code, text: declared("a", "") }])).toEqual([]);
    expect(findMisplaced([{ file: code, text: `${declared("a", "")}create unique index b on c (d);` }])).toHaveLength(
      1,
    );
    expect(findMisplaced([{ file: code, text: "--\n".repeat(401) }])).toHaveLength(1);
  });
});
