import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { render, renderSample } from "../../../testing/media-samples.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { isRefusal } from "../media/media-refusal.ts";
import { prepareScratch } from "../media/media-scratch.ts";
import { insertGeneratedAsset } from "./generated-asset.store.ts";
import { discardOutput, type OutputDeps, type ReceivedClip, receiveOutput } from "./receive-output.ts";

const database = testDatabase();
const storage = createObjectStorage(testConfig().s3);
const MIB = 1024 ** 2;
let folder: string;
let deps: OutputDeps;
let small: Buffer;
let large: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "output-"));
  await chmod(folder, 0o711);
  const scratchRoot = join(folder, "scratch");
  const { readablePath } = await prepareScratch(scratchRoot);
  deps = {
    db: database.current.db,
    storage,
    scratchRoot,
    jail: createMediaJail({ running: 1, waiting: 9, readablePath }),
  };
  small = await readFile(await renderSample(folder, "clip.mp4"));
  const noise = ["-f", "lavfi", "-i", "nullsrc=s=320x180:r=24:d=4,geq=random(1)*255:128:128"];
  large = await readFile(
    await render(join(folder, "noise.mp4"), [...noise, "-c:v", "libx264", "-preset", "ultrafast", "-qp", "2"]),
  );
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const inPieces = (bytes: Buffer): Readable => {
  const size = 64 * 1024;
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );
};
const receive = (stream: Readable, maxBytes = 64 * MIB) =>
  receiveOutput(deps, stream, { maxBytes, signal: AbortSignal.timeout(60_000) });
const received = async (bytes: Buffer): Promise<ReceivedClip> => {
  const clip = await receive(inPieces(bytes));
  if (isRefusal(clip)) throw new Error(clip.verdict);
  return clip;
};
const leftBehind = async (): Promise<string[]> => {
  const folders = (await readdir(deps.scratchRoot)).filter((name) => name !== "readable");
  return (await Promise.all(folders.map((name) => readdir(join(deps.scratchRoot, name))))).flat();
};

describe("what a performer made", () => {
  it("is stored as it came, whether it fits into memory or not", async () => {
    expect(large.length).toBeGreaterThan(2 * MIB);
    for (const bytes of [small, large]) {
      const clip = await received(bytes);
      expect(clip).toMatchObject({ isShared: false, sizeBytes: bytes.length, probe: { width: 320, height: 180 } });
      const stored = Buffer.concat(await (await storage.getObject(clip.objectKey)).toArray());
      expect(createHash("sha256").update(stored).digest()).toEqual(clip.sha256);
      expect(await storage.headObject(clip.posterKey ?? "")).toBeDefined();
    }
    expect(await leftBehind()).toEqual([]);
  });

  it("is shared once it was checked, and what is shared is not discarded", async () => {
    const user = await aUser(database.current.db);
    for (const bytes of [small, large]) {
      const first = await received(bytes);
      await database.current.db.transaction().execute((tx) =>
        insertGeneratedAsset(tx, {
          clip: first,
          ownerId: user.id,
          createdBy: user.username,
          name: "n.mp4",
          at: new Date(),
          reference: { kind: "call", refId: first.assetId, label: "one" },
        }),
      );
      const second = await received(bytes);
      expect(second).toMatchObject({ isShared: true, objectKey: first.objectKey, posterKey: first.posterKey });
      expect(second.assetId).not.toBe(first.assetId);
      await discardOutput(deps, second);
      expect(await storage.headObject(first.objectKey)).toBeDefined();
    }
  });

  it("that came too late leaves nothing in storage", async () => {
    const other = await readFile(await renderSample(folder, "clip.mov"));
    const clip = await received(other);
    await discardOutput(deps, clip);
    expect(await storage.headObject(clip.objectKey)).toBeUndefined();
    expect(await storage.headObject(clip.posterKey ?? "")).toBeUndefined();
  });

  it("is refused when the file is not a video, damaged or larger than allowed", async () => {
    const still = await readFile(await renderSample(folder, "still.png"));
    const cases = [
      [inPieces(still), 64 * MIB],
      [inPieces(randomBytes(10_000)), 64 * MIB],
      [inPieces(small.subarray(0, small.length / 2)), 64 * MIB],
      [inPieces(Buffer.alloc(0)), 64 * MIB],
      [inPieces(large), MIB],
    ] as const;
    for (const [stream, maxBytes] of cases) expect(isRefusal(await receive(stream, maxBytes))).toBe(true);
    expect(await leftBehind()).toEqual([]);
  });

  it("that stops in the middle is a fault of the way, not of the file", async () => {
    const cut = (bytes: Buffer) =>
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, bytes.length - 1_000);
          throw new Error("socket hang up");
        })(),
      );
    for (const bytes of [small, large])
      await expect(receive(cut(bytes))).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await leftBehind()).toEqual([]);
  });
});
