import { request } from "node:http";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { openSharedSource } from "./open-shared-source.ts";
import { openFileSharing } from "./share-files.ts";
import { SHARED_READ_FAILED, type SharedObjects } from "./shared-files.ts";

const sharing = openFileSharing();
afterAll(() => sharing.close());

const BYTES = Buffer.from("0123456789");

const objectsWith = (more: Partial<SharedObjects> = {}): SharedObjects => ({
  size: async (key) => (key === "a/b.bin" ? BYTES.length : undefined),
  totalOf: async (key) => (key === "a/b.bin" ? BYTES.length : undefined),
  read: async (_, begin, end) => BYTES.subarray(begin, end),
  stream: async (_, begin, end) => Readable.from([BYTES.subarray(begin, end)]),
  list: async () => ({ objects: [], isTruncated: false }),
  browse: async () => ({ folders: [], objects: [], isTruncated: false }),
  ...more,
});

/** With the path as it is: fetch would correct it. */
const statusOf = (endpoint: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(endpoint);
    request({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once("error", reject)
      .end();
  });

describe("shared files", () => {
  it("are read by ranges, and a range beyond their end is a fault of the file", async () => {
    const { files } = await sharing.share(objectsWith());
    const source = openSharedSource(files);
    expect(await source.size("a/b.bin")).toBe(10);
    expect(Buffer.from(await source.read("a/b.bin", 2, 5)).toString()).toBe("234");
    await expect(source.read("a/b.bin", 8, 12)).rejects.toMatchObject({ kind: "truncated" });
    await expect(source.read("a/c.bin", 0, 1)).rejects.toMatchObject({ kind: "missing" });
  });

  it("outlive requests that no library sends, which anyone on this machine may send", async () => {
    const { files } = await sharing.share(objectsWith());
    const paths = ["//", "/%ff", `/${files.bucket}/%`, `/${files.bucket}/%e0%a4%a`, "/"];
    for (const path of paths) expect([path, await statusOf(files.endpoint, path)]).toEqual([path, 403]);
    expect(await openSharedSource(files).size("a/b.bin")).toBe(10);
  });

  it("tell the other process only that a read has failed, and this one why", async () => {
    const why = new Error("storage with an address that nobody else may know");
    const { files, failure } = await sharing.share(objectsWith({ read: () => Promise.reject(why) }));
    const failed = openSharedSource(files).read("a/b.bin", 0, 1);
    await expect(failed).rejects.toMatchObject({
      name: SHARED_READ_FAILED,
      message: "the shared files could not be read",
    });
    expect(failure()).toBe(why);
  });

  it("are not read any more after their share has ended", async () => {
    const { files, end } = await sharing.share(objectsWith());
    end();
    await expect(openSharedSource(files).size("a/b.bin")).rejects.toThrow();
  });
});
