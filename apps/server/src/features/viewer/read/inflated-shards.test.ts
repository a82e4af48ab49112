import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openInflatedShards } from "./inflated-shards.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-inflated-"));
});
afterAll(() => rm(folder, { recursive: true }));

const bytesOf = (value: number): Uint8Array => new Uint8Array(1_000).fill(value);

describe("inflated shards", () => {
  it("are made once however many ask, kept while they fit, and gone with the process that made them", async () => {
    const shards = openInflatedShards({ folder, limitBytes: 2_500 });
    let made = 0;
    const open = (key: number) =>
      shards.open(`${key}`, "object", async () => {
        made += 1;
        return bytesOf(key);
      });
    const [one, other] = await Promise.all([open(1), open(1)]);
    expect([made, shards.has("1"), await one.size("object")]).toEqual([1, true, 1_000]);
    expect((await other.read("object", 10, 12))[0]).toBe(1);
    await open(2);
    await open(1);
    await open(3);
    expect([made, shards.has("1"), shards.has("2"), shards.has("3")]).toEqual([3, true, false, true]);
    await expect(one.read("object", 0, 1_001)).rejects.toMatchObject({ kind: "truncated" });
    await expect(one.read("other", 0, 1)).rejects.toMatchObject({ kind: "missing" });
    await shards.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("of processes that were killed are taken away by the next", async () => {
    const left = `inflated-${hostname()}-999999999-left`;
    const elsewhere = "inflated-elsewhere-999999999-left";
    for (const name of [left, elsewhere]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "shard"), "x");
    }
    const shards = openInflatedShards({ folder, limitBytes: 2_500 });
    await shards.open("1", "object", async () => bytesOf(1));
    const names = await readdir(folder);
    expect([names.includes(left), names.includes(elsewhere)]).toEqual([false, true]);
    await shards.close();
  });

  it("that cannot be inflated fail for their reader, and are tried again", async () => {
    const shards = openInflatedShards({ folder, limitBytes: 2_500 });
    await expect(shards.open("1", "object", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await (await shards.open("1", "object", async () => bytesOf(1))).size("object")).toBe(1_000);
    await shards.close();
  });
});
