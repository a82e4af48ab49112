import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashInNode } from "./node-tools.ts";
import { createPlainMemory } from "./plain-memory.ts";
import { sleepUntil } from "./sleep.ts";
import { PART_BYTES } from "./testing/fake-library.ts";
import { type Fault, startStorageAndApi } from "./testing/storage-and-api.ts";
import type { UploadMemory, UploadSource } from "./types.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

let world: Awaited<ReturnType<typeof startStorageAndApi>>;
beforeEach(async () => {
  world = await startStorageAndApi();
});
afterEach(() => world.close());

const sourceOf = (bytes: Uint8Array<ArrayBuffer>, name = "take-1.mp4"): UploadSource => ({
  name,
  sizeBytes: bytes.length,
  mime: "video/mp4",
  fingerprint: `${name}|${bytes.length}|1`,
  slice: async (begin, end) => bytes.slice(begin, end),
});
const fileOf = (sizeBytes: number, name?: string): UploadSource =>
  sourceOf(new Uint8Array(randomBytes(sizeBytes)), name);

/** Delays are divided by a hundred, so that a minute of retries fits into the test. */
const queueOn = (memory: UploadMemory = createPlainMemory(), limits?: { files: number; parts: number }): UploadQueue =>
  createUploadQueue(
    {
      calls: world.calls,
      send: world.send,
      hash: (...args) => world.counted(() => hashInNode(...args)),
      memory,
      sleep: (durationMs, signal) => world.counted(() => sleepUntil(durationMs / 100, signal)),
      now: Date.now,
      random: Math.random,
    },
    limits,
  );

const only = (queue: UploadQueue) => {
  const [item] = queue.items();
  if (!item) throw new Error("the queue is empty");
  return item;
};
const until = async (queue: UploadQueue, isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise<void>((resolve) => void queue.subscribe(resolve));
};
const partsSentTwice = (): number => [...world.library.arrivals.values()].filter((count) => count > 1).length;

it.each([1, 1500, 1501, 12_345])("the upload queue brings %i bytes to storage, each once", async (sizeBytes) => {
  const queue = queueOn();
  queue.add(fileOf(sizeBytes), {});
  await queue.whenIdle();
  expect(only(queue)).toMatchObject({ phase: "ready", sentBytes: sizeBytes, storedBytes: sizeBytes, isHit: false });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue sends nothing of bytes the server holds", async () => {
  const file = fileOf(5000);
  const queue = queueOn();
  queue.add(file, {});
  await queue.whenIdle();
  queue.add({ ...file, name: "copy.mp4", fingerprint: "copy" }, {});
  await queue.whenIdle();
  expect(queue.items()[1]).toMatchObject({ phase: "ready", sentBytes: 0, isHit: true, storedBytes: 5000 });
});

it("the upload queue keeps three parts of a file and six of all files in flight, and no more", async () => {
  const one = queueOn();
  one.add(fileOf(20_000), {});
  await one.whenIdle();
  expect(world.most.inFlight).toBe(3);
  const many = queueOn();
  for (let index = 0; index < 8; index += 1) many.add(fileOf(12_000, `take-${index}.mp4`), {});
  await many.whenIdle();
  expect(many.items().every(({ phase }) => phase === "ready")).toBe(true);
  expect(world.most.inFlight).toBeLessThanOrEqual(6);
  expect(many.totals()).toMatchObject({ files: 8, finished: 8, sentBytes: 96_000, storedBytes: 96_000 });
});

it("the upload queue asks before it sends a part again whose answer was lost", async () => {
  world.faults.storage.push("take and drop", "take and drop");
  const queue = queueOn();
  queue.add(fileOf(6000), {});
  await queue.whenIdle();
  expect(only(queue)).toMatchObject({ phase: "ready", storedBytes: 6000, sentBytes: 4000 });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue does not send a whole file again whose answer was lost, also after a reload", async () => {
  world.faults.storage.push("take and drop");
  const memory = createPlainMemory();
  const file = fileOf(900);
  const before = queueOn(memory);
  const id = before.add(file, {});
  await until(before, () => only(before).isTroubled);
  before.pause(id);
  const after = queueOn(memory);
  after.add(file, {});
  await after.whenIdle();
  expect(only(after)).toMatchObject({ phase: "ready", sentBytes: 0, storedBytes: 900 });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue takes fresh addresses when they have expired, whole or in parts", async () => {
  const queue = queueOn();
  world.faults.storage.push("forbid");
  queue.add(fileOf(800, "small.mp4"), {});
  await queue.whenIdle();
  queue.add(fileOf(5000), {});
  await until(queue, () => queue.items()[1]?.phase === "sending");
  world.library.expireAddresses();
  await queue.whenIdle();
  expect(queue.items().map(({ phase }) => phase)).toEqual(["ready", "ready"]);
});

it("the upload queue waits while storage and API are gone, and goes on", async () => {
  const queue = queueOn();
  queue.add(fileOf(9000), {});
  await until(queue, () => only(queue).phase === "sending");
  world.faults.isStorageGone = true;
  await until(queue, () => only(queue).isTroubled);
  world.faults.isApiGone = true;
  await sleepUntil(300, new AbortController().signal);
  world.faults.isStorageGone = false;
  world.faults.isApiGone = false;
  await queue.whenIdle();
  expect(only(queue)).toMatchObject({ phase: "ready", isTroubled: false, storedBytes: 9000 });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue completes again when the answer is lost", async () => {
  const queue = queueOn();
  queue.add(fileOf(2500), {});
  await until(queue, () => only(queue).storedBytes === 2500);
  world.faults.lostAnswers = 2;
  await queue.whenIdle();
  expect(only(queue).phase).toBe("ready");
});

it("the upload queue sends no part while paused, and none twice after it", async () => {
  world.faults.storageMs = 20;
  const queue = queueOn();
  const id = queue.add(fileOf(60_000), {});
  await until(queue, () => only(queue).sentBytes >= 3000);
  queue.pause(id);
  await world.whenStill();
  const { sentBytes } = only(queue);
  expect(sentBytes).toBeLessThan(60_000);
  await sleepUntil(60, new AbortController().signal);
  expect(only(queue)).toMatchObject({ sentBytes, isPaused: true, phase: "sending" });
  queue.resume(id);
  await queue.whenIdle();
  expect(only(queue)).toMatchObject({ phase: "ready", sentBytes: 60_000, isPaused: false });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue lets other files pass a paused one", async () => {
  world.faults.storageMs = 20;
  const queue = queueOn(createPlainMemory(), { files: 1, parts: 2 });
  const first = queue.add(fileOf(20_000, "first.mp4"), {});
  const second = queue.add(fileOf(3000, "second.mp4"), {});
  await until(queue, () => queue.items()[0]?.phase === "sending");
  queue.pause(first);
  await until(queue, () => queue.items()[1]?.phase === "ready");
  queue.pause(second);
  queue.resume(first);
  await queue.whenIdle();
  expect(queue.items().map(({ phase }) => phase)).toEqual(["ready", "ready"]);
});

it("the upload queue goes on after a reload with what storage does not hold", async () => {
  world.faults.storageMs = 20;
  const memory = createPlainMemory();
  const file = fileOf(60_000);
  const before = queueOn(memory);
  const id = before.add(file, {});
  await until(before, () => only(before).sentBytes >= 4000);
  before.pause(id);
  await world.whenStill();
  const heldBytes = only(before).sentBytes;
  const after = queueOn(memory);
  after.add(file, {});
  await after.whenIdle();
  expect(only(after)).toMatchObject({ phase: "ready", sentBytes: 60_000 - heldBytes, storedBytes: 60_000 });
  expect(partsSentTwice()).toBe(0);
});

it("the upload queue frees what was stored when it is cancelled, and can begin once more", async () => {
  world.faults.storageMs = 20;
  const queue = queueOn();
  const id = queue.add(fileOf(60_000), {});
  await until(queue, () => only(queue).sentBytes >= 2000);
  await queue.cancel(id);
  expect(only(queue).phase).toBe("cancelled");
  expect([...world.library.uploads.values()].every(({ isCancelled }) => isCancelled)).toBe(true);
  queue.retry(id);
  await queue.whenIdle();
  expect(only(queue).phase).toBe("ready");
});

it("the upload queue fails one file and leaves the others, then tries it again", async () => {
  world.faults.storage.push("forbid", "forbid", "forbid", "forbid", "forbid", "forbid");
  const queue = queueOn(createPlainMemory(), { files: 1, parts: 1 });
  const id = queue.add(fileOf(900, "bad.mp4"), {});
  queue.add(fileOf(900, "good.mp4"), {});
  await queue.whenIdle();
  expect(queue.items().map(({ phase }) => phase)).toEqual(["failed", "ready"]);
  expect(queue.items()[0]?.failure?.reason).toBe("storage");
  world.faults.storage.length = 0;
  queue.retry(id);
  await queue.whenIdle();
  expect(queue.items()[0]).toMatchObject({ phase: "ready", failure: undefined });
});

it("the upload queue tells why a file was turned down, is empty or cannot be read", async () => {
  world.library.checkVerdict = "Rejected";
  const queue = queueOn();
  queue.add(fileOf(900, "a.mp4"), {});
  queue.add(fileOf(0, "b.mp4"), {});
  queue.add({ ...fileOf(900, "c.mp4"), slice: () => Promise.reject(new Error("gone")) }, {});
  await queue.whenIdle();
  expect(queue.items().map(({ failure }) => failure?.reason)).toEqual(["rejected", "unreadable", "unreadable"]);
  expect(queue.items()[0]?.failure?.message).toBe("this is no film");
});

it("the upload queue takes a file once while it is on its way", async () => {
  const file = fileOf(5000);
  const queue = queueOn();
  expect(queue.add(file, {})).toBe(queue.add(file, {}));
  expect(queue.add(file, { folderId: "other" })).not.toBe(queue.add(file, {}));
  await queue.whenIdle();
  queue.clearEnded();
  expect(queue.items()).toEqual([]);
});

it("every file arrives whole and once through random faults, pauses and reloads", async () => {
  const faults = fc.array(fc.constantFrom<Fault>("drop", "take and drop", "unavailable"), { maxLength: 6 });
  const acts = fc.array(fc.constantFrom("pause", "resume", "reload", "expire"), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 * PART_BYTES }), faults, acts, async (sizeBytes, given, steps) => {
      world.faults.storage.push(...given);
      world.faults.storageMs = 4;
      const memory = createPlainMemory();
      const file = fileOf(sizeBytes);
      let queue = queueOn(memory);
      let id = queue.add(file, {});
      for (const step of steps) {
        await sleepUntil(3, new AbortController().signal);
        if (step === "expire") world.library.expireAddresses();
        else if (step === "pause") queue.pause(id);
        else if (step === "resume") queue.resume(id);
        else {
          queue.pause(id);
          await world.whenStill();
          queue = queueOn(memory);
          id = queue.add(file, {});
        }
      }
      queue.resume(id);
      await queue.whenIdle();
      expect(only(queue)).toMatchObject({ phase: "ready", storedBytes: sizeBytes });
      expect(partsSentTwice()).toBe(0);
    }),
    { numRuns: 25 },
  );
});
