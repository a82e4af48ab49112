import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readChanges } from "./changes.ts";

describe("what changed since the base", () => {
  let root = "";
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const commit = (file: string, at: string): string => {
    writeFileSync(path.join(root, file), at);
    git("add", ".");
    const who = ["-c", "user.name=test", "-c", "user.email=test@dailies.test", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, "commit", "-q", "-m", file], {
      cwd: root,
      // biome-ignore lint/style/noProcessEnv: git reads the time of a commit from its environment.
      env: { ...process.env, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at },
    });
    return git("rev-parse", "HEAD");
  };
  const commits: string[] = [];

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "dailies-changes-"));
    git("init", "-q");
    commits.push(commit("first.ts", "2026-01-01T00:00:00Z"));
    commits.push(commit("second.ts", "2026-01-02T00:00:00Z"));
    commits.push(commit("third.ts", "2026-01-02T12:00:00Z"));
    commits.push(commit("fourth.ts", "2026-01-03T06:00:00Z"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("is counted from the newest commit that is a day older than the last", async () => {
    expect(await readChanges(undefined, root)).toEqual({
      base: commits[1],
      files: ["fourth.ts", "third.ts"],
      commitNumber: 4,
    });
  });

  it("is counted from the commit that was given", async () => {
    expect(await readChanges(commits[2], root)).toMatchObject({ base: commits[2], files: ["fourth.ts"] });
    await expect(readChanges("no-such-commit", root)).rejects.toThrow(/no-such-commit/);
  });

  it("holds files that are not committed yet", async () => {
    writeFileSync(path.join(root, "fifth.ts"), "");
    expect((await readChanges(commits[3], root)).files).toEqual(["fifth.ts"]);
    rmSync(path.join(root, "fifth.ts"));
  });

  it("is unknown while no commit is a day old", async () => {
    git("checkout", "-q", commits[0] ?? "");
    expect(await readChanges(undefined, root)).toEqual({ base: undefined, files: undefined, commitNumber: 1 });
    git("checkout", "-q", "-");
  });
});
