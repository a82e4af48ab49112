import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fileSource, NODE_TOOLS } from "./node-tools.ts";
import { createPlainMemory } from "./plain-memory.ts";
import { startStorageAndApi } from "./testing/storage-and-api.ts";
import { createUploadQueue } from "./upload-queue.ts";

let world: Awaited<ReturnType<typeof startStorageAndApi>>;
let folder: string;
beforeEach(async () => {
  world = await startStorageAndApi();
  folder = await mkdtemp(path.join(tmpdir(), "uploader-"));
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

it("the upload sends a file from disk piece by piece", async () => {
  const file = path.join(folder, "take.mp4");
  const bytes = randomBytes(7_777);
  await writeFile(file, bytes);
  const queue = createUploadQueue({ ...NODE_TOOLS, calls: world.calls, memory: createPlainMemory() });
  queue.add(await fileSource(file, "video/mp4"), {});
  await queue.whenIdle();
  expect(queue.items()[0]).toMatchObject({ phase: "ready", name: "take.mp4", sentBytes: 7_777 });
  const [stored] = world.library.uploads.values();
  expect(stored?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
});

it("the upload fails when the file has become shorter", async () => {
  const file = path.join(folder, "take.mp4");
  await writeFile(file, randomBytes(5_000));
  const source = await fileSource(file, "video/mp4");
  await truncate(file, 100);
  const queue = createUploadQueue({ ...NODE_TOOLS, calls: world.calls, memory: createPlainMemory() });
  queue.add(source, {});
  await queue.whenIdle();
  expect(queue.items()[0]?.failure?.reason).toBe("unreadable");
});
