import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findChanges } from "./changed-files.ts";
import { runCommand } from "./run-command.ts";

let root: string;

const git = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await runCommand("git", args, root);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

const commit = async (title: string): Promise<string> => {
  await git("add", "--all");
  await git("commit", "--quiet", "--no-verify", "--message", title);
  return git("rev-parse", "HEAD");
};

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "changed-files-"));
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "Somebody");
  await git("config", "user.email", "somebody@example.com");
  write("kept.ts", "1");
  write("edited.ts", "1");
  write("moved.ts", "1");
  write(".gitignore", "ignored.ts\n");
  await commit("first");
});

afterEach(() => rmSync(root, { recursive: true }));

describe("changed files", () => {
  it("are none in a tree as it was committed", async () => {
    const { files, deleted } = await findChanges(undefined, root);
    expect({ files, deleted }).toEqual({ files: [], deleted: [] });
  });

  it("are those of the branch's commits, of the index, of the working tree, and new ones, but not ignored ones", async () => {
    await git("checkout", "--quiet", "-b", "topic");
    write("edited.ts", "2");
    await commit("second");
    write("staged file.ts", "1");
    await git("add", "staged file.ts");
    await git("mv", "moved.ts", "elsewhere.ts");
    write("new/näme.ts", "1");
    write("ignored.ts", "1");
    expect(await findChanges(undefined, root)).toEqual({
      base: await git("rev-parse", "main"),
      files: ["edited.ts", "elsewhere.ts", "new/näme.ts", "staged file.ts"],
      deleted: ["moved.ts"],
    });
  });

  it("are counted from where the branch left the shared one, not from where that is now", async () => {
    const left = await git("rev-parse", "HEAD");
    await git("checkout", "--quiet", "-b", "topic");
    write("edited.ts", "2");
    await commit("second");
    await git("checkout", "--quiet", "main");
    write("kept.ts", "2");
    await commit("third");
    await git("checkout", "--quiet", "topic");
    expect(await findChanges(undefined, root)).toEqual({ base: left, files: ["edited.ts"], deleted: [] });
  });

  it("are counted from the base that was asked for, and an unknown base is an error", async () => {
    write("edited.ts", "2");
    await commit("second");
    write("kept.ts", "2");
    await commit("third");
    expect((await findChanges("HEAD~1", root)).files).toEqual(["kept.ts"]);
    expect((await findChanges("HEAD~2", root)).files).toEqual(["edited.ts", "kept.ts"]);
    await expect(findChanges("nowhere", root)).rejects.toThrow("nowhere");
  });
});
