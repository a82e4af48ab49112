import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peekType, receiveFile } from "./media-receive.ts";
import { prepareScratch, withScratch } from "./media-scratch.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "receive-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20_000, 3)]);
const inPieces = (content: Buffer, sizeBytes: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / sizeBytes) }, (_, at) =>
      content.subarray(at * sizeBytes, (at + 1) * sizeBytes),
    ),
  );

describe("receiving a file", () => {
  it.each([1, 7, 4_096, 100_000])("keeps what is worth a look, whole, in pieces of %i bytes", async (pieceBytes) => {
    const path = join(folder, `png-${pieceBytes}`);
    const received = await receiveFile(inPieces(PNG, pieceBytes), { path, maxBytes: PNG.length });
    expect(received).toMatchObject({ sizeBytes: PNG.length, type: { mime: "image/png" } });
    expect(received.sha256).toEqual(createHash("sha256").update(PNG).digest());
    expect(await readFile(path)).toEqual(PNG);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  it("keeps nothing of what is only hashed", async () => {
    const path = join(folder, "other");
    const content = Buffer.alloc(50_000, 9);
    const received = await receiveFile(inPieces(content, 999), { path, maxBytes: 50_000 });
    expect(received).toMatchObject({ sizeBytes: 50_000, type: undefined });
    expect(existsSync(path)).toBe(false);
  });

  it("stops when there is more than was announced", async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield PNG;
      })(),
    );
    const { sizeBytes } = await receiveFile(endless, { path: join(folder, "endless"), maxBytes: 100_000 });
    expect(sizeBytes).toBeGreaterThan(100_000);
    expect(sizeBytes).toBeLessThan(200_000);
    expect(endless.destroyed).toBe(true);
  });

  it("blames storage when it breaks off, and nobody when it is no longer wanted", async () => {
    const broken = () =>
      Readable.from(
        (function* () {
          yield PNG;
          throw new Error("socket hang up");
        })(),
      );
    const path = join(folder, "broken");
    await expect(receiveFile(broken(), { path, maxBytes: 1e6 })).rejects.toMatchObject({ code: "upstream_failed" });
    const signal = AbortSignal.abort(new Error("no longer wanted"));
    const aborted = receiveFile(broken(), { path: join(folder, "aborted"), maxBytes: 1e6, signal });
    await expect(aborted).rejects.toThrow("no longer wanted");
  });
});

describe("peeking at a file", () => {
  it("reads no more than it needs", async () => {
    const stream = inPieces(Buffer.concat([PNG, PNG]), 1_000);
    expect(await peekType(stream)).toMatchObject({ mime: "image/png" });
    expect(stream.destroyed).toBe(true);
    expect(await peekType(inPieces(Buffer.from("short"), 1))).toBeUndefined();
  });
});

describe("the scratch folder", () => {
  it("is removed afterwards, also after a failure", async () => {
    const root = join(folder, "scratch");
    await withScratch(root, 0, async ({ inputPath }) => expect(existsSync(join(inputPath, ".."))).toBe(true));
    await expect(withScratch(root, 0, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const [own = ""] = await readdir(root);
    expect(await readdir(join(root, own))).toEqual([]);
  });

  it("is refused while the disk has no room", async () => {
    const asked = withScratch(join(folder, "scratch"), Number.MAX_SAFE_INTEGER, async () => "never");
    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
  });

  it("loses what dead processes of this machine left, and nothing else", async () => {
    const root = join(folder, "swept");
    const alive = `${hostname()}.${process.pid}.${(await readFile("/proc/self/stat", "utf8")).split(") ")[1]?.split(" ")[19]}`;
    const names = [alive, `${hostname()}.${process.pid}.1`, `${hostname()}.4194304.1`, "elsewhere.1.1"];
    for (const name of names) await mkdir(join(root, name, "file-x"), { recursive: true });
    expect((await prepareScratch(root)).removed).toBe(2);
    expect((await readdir(root)).sort()).toEqual([alive, "elsewhere.1.1", "readable"].sort());
  });

  it("is not taken from anybody else", async () => {
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    await mkdir(target, { mode: 0o700 });
    await symlink(target, link);
    await expect(prepareScratch(link)).rejects.toThrow("is not a folder of ours");
    expect((await stat(target)).mode & 0o777).toBe(0o700);
  });
});
