import { chmod, lchown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOwnFolder } from "./own-folder.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dailies-own-folder-"));
});
afterAll(() => rm(root, { recursive: true }));

/** Only the administrator of the machine can give a folder away; for everybody else it owns one. */
const aForeignFolder = async (): Promise<string> => {
  if (process.getuid?.() !== 0) return "/usr";
  const foreign = join(root, "foreign");
  await mkdir(foreign);
  await lchown(foreign, 65_534, 65_534);
  return foreign;
};

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("a folder of this process", () => {
  it("is made for this user alone, and an open one of ours is closed", async () => {
    const fresh = join(root, "a/fresh");
    await makeOwnFolder(fresh);
    await makeOwnFolder(fresh);
    expect(await modeOf(fresh)).toBe(0o700);
    const open = join(root, "open");
    await mkdir(open);
    await chmod(open, 0o777);
    await makeOwnFolder(open);
    expect(await modeOf(open)).toBe(0o700);
  });

  it("is not a link, nor a file", async () => {
    await symlink(root, join(root, "link"));
    await writeFile(join(root, "file"), "");
    await expect(makeOwnFolder(join(root, "link"))).rejects.toThrow("is not a folder of ours");
    await expect(makeOwnFolder(join(root, "file"))).rejects.toThrow();
  });

  it("is not one that somebody else made before", async () => {
    await expect(makeOwnFolder(await aForeignFolder())).rejects.toThrow("is not a folder of ours");
  });
});
