import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useOwnBucket } from "../../testing/rigs/installation/own-bucket.ts";
import { openObjectBackup } from "./back-up-objects.ts";
import { type ObjectRepository, openObjectRepository } from "./object-repository.ts";
import { checkCopies, restoreObjects } from "./restore-objects.ts";

const bucket = useOwnBucket();
const KEY = randomBytes(32);
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-object-backup-"));
});
afterEach(async () => {
  await deleteAll();
  await rm(folder, { recursive: true });
});

const sources = () => [{ storage: bucket.current.storage, prefix: "" }];
const repositoryOf = (key = KEY): ObjectRepository => openObjectRepository(folder, key);

const backup = (repository = repositoryOf(), acceptsRemovals = false) =>
  openObjectBackup({
    repository,
    sources: sources(),
    markMoment: async () => Date.now(),
    untilReachable: async () => undefined,
    clock: () => new Date(),
    acceptsRemovals,
  });

const put = (key: string, content: string | Buffer) => bucket.current.put(key, content);
const read = async (key: string) => text(await bucket.current.storage.getObject(key));
const keys = async () => (await bucket.current.storage.listObjects("", { limit: 1_000 })).map(({ key }) => key);
const deleteAll = async () => bucket.current.storage.deleteObjects(await keys());
const restore = (momentMs: number, repository = repositoryOf()) =>
  restoreObjects({ repository, sources: sources() }, momentMs);
/** Storage tells times in seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100));

const filesOf = async (): Promise<string[]> => {
  const found = await readdir(join(folder, "copies"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const checkAll = async (repository = repositoryOf()): Promise<{ faults: string[]; copies: number }> => {
  const copies = checkCopies(repository);
  const faults: string[] = [];
  for (;;) {
    const { done, value } = await copies.next();
    if (done) return { faults, copies: value };
    faults.push(value);
  }
};

describe("the backup of objects", () => {
  it("restores everything after everything was deleted, with content and media type", async () => {
    const large = randomBytes(20 * 1024 ** 2);
    await put("media/a", "first");
    await put("media/empty", "");
    await put("media/large", large);
    const { momentMs } = await backup().run();
    await deleteAll();
    expect(await restore(momentMs)).toMatchObject({ restored: 3, unchanged: 0, faults: [] });
    expect(await read("media/a")).toBe("first");
    expect(await read("media/empty")).toBe("");
    const chunks: Buffer[] = [];
    for await (const chunk of await bucket.current.storage.getObject("media/large")) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(large)).toBe(true);
    expect((await bucket.current.storage.headObject("media/a"))?.contentType).toBe("application/octet-stream");
  });

  it("restores the version of a moment, and what was removed after it", async () => {
    await put("head.json", "old");
    await put("removed", "still there");
    await nextSecond();
    const passes = backup();
    const { momentMs } = await passes.run();
    await nextSecond();
    await put("head.json", "new");
    await bucket.current.storage.deleteObjects(["removed"]);
    await put("later", "later");
    await passes.run();
    await deleteAll();
    await restore(momentMs);
    expect(await keys()).toEqual(["head.json", "removed"]);
    expect(await read("head.json")).toBe("old");
  });

  it("restores only what is missing or differs", async () => {
    await put("a", "a");
    await put("b", "b");
    await put("c", "c");
    const { momentMs } = await backup().run();
    await put("b", "changed");
    await bucket.current.storage.deleteObjects(["c"]);
    expect(await restore(momentMs)).toMatchObject({ restored: 2, unchanged: 1 });
    expect(await read("b")).toBe("b");
  });

  it("copies each version once, also in another process", async () => {
    await put("a", "a");
    const first = backup();
    expect(await first.run()).toMatchObject({ objects: 1, copied: 1 });
    expect(await first.run()).toMatchObject({ objects: 1, copied: 0 });
    await put("b", "b");
    expect(await backup().run()).toMatchObject({ objects: 2, copied: 1 });
    await put("c", "c");
    expect(await first.run()).toMatchObject({ objects: 3, copied: 1 });
  });

  it("refuses a moment that no pass covers", async () => {
    await put("a", "a");
    const { momentMs } = await backup().run();
    await expect(restore(momentMs + 1)).rejects.toThrow("no backup of objects began at this moment or later");
    await expect(restore(momentMs - 1)).rejects.toThrow("the backup of objects began after this moment");
  });

  it("records nothing when most objects are gone, unless they were removed on purpose", async () => {
    await Promise.all(Array.from({ length: 120 }, (_, n) => put(`media/${n}`, `${n}`)));
    const { momentMs } = await backup().run();
    await deleteAll();
    await expect(backup().run()).rejects.toThrow("120 objects are gone and 0 are left: nothing is recorded");
    expect(await repositoryOf().newestMoment()).toBe(momentMs);
    expect(await backup(repositoryOf(), true).run()).toMatchObject({ removed: 120 });
  });

  it("ignores a pass that was cut off by a crash", async () => {
    await put("a", "a");
    const { momentMs } = await backup().run();
    const [day = ""] = await repositoryOf().log.days();
    await appendFile(join(folder, "inventory", `${day}.log`), Buffer.from([0, 0, 1, 0, 7, 7]));
    expect(await repositoryOf().newestMoment()).toBe(momentMs);
    await put("b", "b");
    const next = await backup().run();
    await deleteAll();
    expect(await restore(next.momentMs)).toMatchObject({ restored: 2, faults: [] });
  });
});

describe("a copy", () => {
  it("tells neither the name nor the content of its object", async () => {
    await put("media/secret-name", "secret content");
    await backup().run();
    const [day = ""] = await repositoryOf().log.days();
    const stored = [...(await filesOf()), join(folder, "inventory", `${day}.log`)];
    for (const file of stored) {
      const content = `${file} ${await readFile(file, "latin1")}`;
      expect(content).not.toMatch(/secret/);
    }
  });

  it("cannot be read with another key", async () => {
    await put("a", "a");
    const { momentMs } = await backup().run();
    await expect(restore(momentMs, repositoryOf(randomBytes(32)))).rejects.toThrow(
      /the inventory of .+ cannot be read/,
    );
  });

  it("is found when one byte of it changed, and restores nothing while the others are restored", async () => {
    await put("a", "content of a");
    await put("b", "content of b");
    const { momentMs } = await backup().run();
    expect(await checkAll()).toEqual({ faults: [], copies: 2 });
    const [file = ""] = await filesOf();
    const bytes = await readFile(file);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const { faults } = await checkAll();
    expect(faults).toEqual([expect.stringMatching(/^whole-.+\/[ab]: the copy is damaged$/)]);
    await deleteAll();
    expect(await restore(momentMs)).toMatchObject({ restored: 1, faults });
    expect(await keys()).toHaveLength(1);
  });

  it("is found when it is missing or cut off", async () => {
    await put("a", "content of a");
    await put("b", "content of b");
    await backup().run();
    const [first = "", second = ""] = await filesOf();
    await rm(first);
    await writeFile(second, (await readFile(second)).subarray(0, 20));
    const { faults } = await checkAll();
    expect(faults.map((fault) => fault.replace(/^.+: /, "")).sort()).toEqual([
      "the copy is missing",
      "the copy is too short",
    ]);
  });

  it("is deleted when no moment that is kept needs it", async () => {
    const passes = backup();
    await put("a", "old");
    await passes.run();
    await put("a", "new");
    await passes.run();
    expect(await filesOf()).toHaveLength(2);
    expect(await repositoryOf().expire(Date.now())).toEqual({ days: 0, copies: 0 });
    const tomorrow = openObjectBackup({
      repository: repositoryOf(),
      sources: sources(),
      markMoment: async () => Date.now() + 86_400_000,
      untilReachable: async () => undefined,
      clock: () => new Date(),
      acceptsRemovals: false,
    });
    await tomorrow.run();
    expect(await repositoryOf().expire(Date.now() + 2 * 86_400_000)).toEqual({ days: 1, copies: 1 });
    expect(await checkAll()).toEqual({ faults: [], copies: 1 });
  });
});
