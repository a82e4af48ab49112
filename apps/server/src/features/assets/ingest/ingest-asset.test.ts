import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../platform/clock.ts";
import { type OutboxRelay, startOutboxRelay } from "../../../platform/db/outbox-relay.ts";
import { newId } from "../../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { createMediaJail, type MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { anUpload, type UploadOptions } from "../../../testing/builders/an-upload.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { eventually } from "../../../testing/eventually.ts";
import { renderSample, type SampleName } from "../../../testing/media-samples.ts";
import { type TcpGate, tcpGate } from "../../../testing/outsiders/tcp-gate.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { insertVersion } from "../catalog/asset-version.store.ts";
import { enqueueIngest } from "../uploads/complete-upload.ts";
import { ingestAssetActivities } from "./ingest-asset.activities.ts";
import { derivedKeys, mediaTaskQueue } from "./ingest-asset.rules.ts";
import { openMediaJail } from "./open-media-jail.ts";
import { settleAsset } from "./settle-asset.ts";

const database = testDatabase();
const config = testConfig();
const temporal = createTemporal(config.temporal);
const direct = createObjectStorage(config.s3);
const { log, lines } = captureLog();
let folder: string;
let storageGate: TcpGate;
let gated: ObjectStorage;
let workflows: TestWorker;
let media: TestWorker;
let relay: OutboxRelay;

const silent = new DefaultLogger("ERROR");
const taskQueue = `ingest-${newId()}`;
const scratchRoot = () => join(folder, "scratch");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ingest-test-"));
  await chmod(folder, 0o711);
  const endpoint = new URL(config.s3.endpoint);
  storageGate = await tcpGate(endpoint.host);
  await storageGate.open();
  gated = createObjectStorage({ ...config.s3, endpoint: `http://${storageGate.address}` });
  workflows = await runWorker({ taskQueue, activities: {}, log });
  const jail = await openMediaJail({ scratchRoot: scratchRoot(), log, waiting: 4 });
  media = await runActivities({
    taskQueue: mediaTaskQueue(taskQueue),
    activities: ingestAssetActivities({
      db: database.current.db,
      storage: gated,
      clock: systemClock,
      scratchRoot: scratchRoot(),
      jail,
    }),
    log,
  });
  relay = startOutboxRelay({ db: database.current.db, temporal, log, taskQueue, intervalMs: 20 });
});

afterAll(async () => {
  await relay.stop();
  await media.stop();
  await workflows.stop();
  await temporal.close();
  await Promise.all([direct.close(), gated.close(), storageGate.shut()]);
  await rm(folder, { recursive: true });
});

const sample = async (name: SampleName) => readFile(await renderSample(folder, name));

const rowOf = (assetId: string) =>
  database.current.db
    .selectFrom("asset_version as v")
    .innerJoin("asset as a", "a.id", "v.asset_id")
    .selectAll("v")
    .select(["a.status as asset_status", "a.kind as asset_kind", "a.mime as asset_mime", "a.duration_s"])
    .where("v.asset_id", "=", assetId)
    .executeTakeFirstOrThrow();

const ask = async (content: Buffer, options: UploadOptions = {}) => {
  const upload = await anUpload(database.current.db, direct, content, options);
  await database.current.db
    .transaction()
    .execute((tx) => enqueueIngest(tx, { ...upload, requestId: `request-of-${upload.assetId}` }));
  return upload;
};
const settled = (assetId: string) =>
  eventually(async () => {
    const row = await rowOf(assetId);
    return row.status === "Quarantined" ? undefined : row;
  });
const check = async (content: Buffer, options: UploadOptions = {}) => settled((await ask(content, options)).assetId);

const runActivity = (jail: MediaJail, { assetId, version }: { assetId: string; version: number }, attempt = 1) => {
  const deps = { db: database.current.db, storage: direct, clock: systemClock, jail, scratchRoot: scratchRoot() };
  const { checkAssetVersion } = ingestAssetActivities(deps);
  return new MockActivityEnvironment({ attempt }, { logger: silent }).run(checkAssetVersion, {
    assetId,
    version,
    requestId: "r",
  });
};

describe("ingesting an asset, on the real engines", () => {
  it("makes a clip ready, with what was found out and drawn", async () => {
    const content = await sample("clip.mp4");
    const { assetId } = await ask(content, { mime: "video/webm" });
    const row = await settled(assetId);
    const keys = derivedKeys(assetId, 1);
    expect(row).toMatchObject({
      status: "Ready",
      verdict: null,
      kind: "video",
      mime: "video/mp4",
      poster_key: keys.poster,
      asset_status: "Ready",
      asset_kind: "video",
      asset_mime: "video/mp4",
      duration_s: 2,
      probe: { duration: 2, width: 320, height: 180, fps: 24, frames: 48, codec: "h264", audio: "aac", vfr: false },
      sprite: { key: keys.sprite, vtt_key: keys.vtt, tile_width: 160, tile_height: 90, columns: 4, tiles: 4 },
    });
    expect(row.sha256).toEqual(createHash("sha256").update(content).digest());
    const types = { [keys.poster]: "image/webp", [keys.vtt]: "text/vtt; charset=utf-8" };
    for (const [key, type] of Object.entries(types)) {
      expect(await direct.headObject(key)).toMatchObject({ contentType: type });
    }
    expect((await listOperations(database.current.db, `asset:${assetId}`, { limit: 9 })).items).toMatchObject([
      { user_name: "system", op_type: "Check_asset", meta: { version: 1, status: "Ready", kind: "video" } },
    ]);
  });

  it("stores what is no medium, without opening it", async () => {
    const row = await check(Buffer.from("a,b\n1,2\n"), { mime: "text/csv" });
    expect(row).toMatchObject({ status: "Ready", kind: "other", mime: "text/csv", probe: null, poster_key: null });
    const unknown = await check(Buffer.from("no sound at all"), { mime: "audio/x-unheard" });
    expect(unknown).toMatchObject({ status: "Ready", kind: "other", mime: "application/octet-stream" });
  });

  it("rejects a faulty file with a readable reason", async () => {
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    const clip = await sample("clip.mp4");
    const rows = await Promise.all([
      check(page),
      check(clip, { claimedSha256: Buffer.alloc(32) }),
      check(clip, { sizeBytes: clip.length + 1 }),
      check(clip, { isStored: false }),
      check(clip.subarray(0, 3_000)),
      check(clip, { name: "poster.png" }),
    ]);
    expect(rows.map(({ status, asset_status, verdict }) => [status, asset_status, verdict])).toEqual([
      ["Rejected", "Rejected", "it was sent as video/mp4, but its content is nothing that can be checked as such"],
      ["Rejected", "Rejected", "its bytes are not those that were announced: the SHA-256 differs"],
      ["Rejected", "Rejected", `it has ${clip.length} bytes where ${clip.length + 1} were announced`],
      ["Rejected", "Rejected", "its bytes are not in storage"],
      ["Rejected", "Rejected", "the file is damaged or incomplete"],
      ["Rejected", "Rejected", "its name ends in .png, but it is video/mp4"],
    ]);
  });

  it("waits for storage that is away, and blames nobody", async () => {
    await storageGate.shut();
    const { assetId } = await ask(await sample("still.png"), { mime: "image/png" });
    await eventually(() => lines.find((line) => line.includes(assetId) && line.includes("upstream_failed")));
    expect(await rowOf(assetId)).toMatchObject({ status: "Quarantined", verdict: null });
    await storageGate.open();
    expect(await settled(assetId)).toMatchObject({ status: "Ready", kind: "image" });
  });

  it("leaves no file on the disk", async () => {
    const [own = "", ...others] = (await readdir(scratchRoot())).filter((name) => name !== "readable");
    expect(others).toEqual([]);
    expect(await readdir(join(scratchRoot(), own))).toEqual([]);
  });

  it("leaves everything in quarantine where there is no jail", async () => {
    const jail = createMediaJail({ running: 1, waiting: 1, bwrapPath: "/nowhere/bwrap" });
    const upload = await anUpload(database.current.db, direct, await sample("still.jpg"), { mime: "image/jpeg" });
    await expect(runActivity(jail, upload)).rejects.toMatchObject({ code: "unavailable" });
    expect(await rowOf(upload.assetId)).toMatchObject({ status: "Quarantined", verdict: null });
  });

  it("tries a slow file three times before it counts as too slow", async () => {
    const jail = createMediaJail({ running: 1, waiting: 1 });
    const hasty: MediaJail = {
      ...jail,
      run: (command) => jail.run({ ...command, limits: { ...command.limits, wallMs: 5 } }),
    };
    const upload = await anUpload(database.current.db, direct, await sample("still.jpg"), { mime: "image/jpeg" });
    await expect(runActivity(hasty, upload, 2)).rejects.toMatchObject({ code: "unavailable" });
    expect(await rowOf(upload.assetId)).toMatchObject({ status: "Quarantined" });
    await runActivity(hasty, upload, 3);
    expect(await rowOf(upload.assetId)).toMatchObject({ status: "Rejected", verdict: "checking it took too long" });
  });

  it("changes nothing when it is repeated, and cleans up after itself when the asset is gone", async () => {
    const jail = createMediaJail({ running: 1, waiting: 1 });
    const { db } = database.current;
    const again = await ask(await sample("still.jpg"), { mime: "image/jpeg" });
    await settled(again.assetId);
    await runActivity(jail, again);
    expect((await listOperations(db, `asset:${again.assetId}`, { limit: 9 })).items).toHaveLength(1);

    const gone = await anUpload(db, direct, await sample("still.jpg"), { mime: "image/jpeg" });
    await db.updateTable("asset").set({ status: "Deleted" }).where("id", "=", gone.assetId).execute();
    await runActivity(jail, gone);
    expect(await direct.headObject(derivedKeys(gone.assetId, 1).poster)).toBeUndefined();
  });
});

describe("settling a version", () => {
  const found = { verdict: null, sha256: Buffer.alloc(32), probe: null, posterKey: null, sprite: null } as const;
  const settle = (assetId: string, version: number, status: "Ready" | "Rejected") =>
    settleAsset(
      database.current.db,
      { assetId, version, requestId: "r", at: new Date() },
      { ...found, status, kind: "image", mime: `image/v${version}` },
    );
  const anAsset = async (versions: number) => {
    const { db } = database.current;
    const upload = await anUpload(db, direct, Buffer.from("bytes"), { isStored: false });
    for (let version = 2; version <= versions; version++) {
      const about = { status: "Quarantined", mime: "video/mp4", kind: "video", sizeBytes: 5, at: new Date() } as const;
      const where = { bucket: direct.bucket, objectKey: `media/te/${upload.assetId}/${version}`, createdBy: "test" };
      await db
        .transaction()
        .execute((tx) => insertVersion(tx, { ...about, ...where, assetId: upload.assetId, version }));
    }
    return upload.assetId;
  };
  const shown = async (assetId: string) => {
    const { version, status, mime } = await database.current.db
      .selectFrom("asset")
      .select(["version", "status", "mime"])
      .where("id", "=", assetId)
      .executeTakeFirstOrThrow();
    return [version, status, mime];
  };

  it("shows the newest ready version, or the newest while none is ready", async () => {
    const id = await anAsset(4);
    await settle(id, 1, "Rejected");
    expect(await shown(id)).toEqual([1, "Rejected", "image/v1"]);
    await settle(id, 3, "Ready");
    expect(await shown(id)).toEqual([3, "Ready", "image/v3"]);
    await settle(id, 2, "Ready");
    await settle(id, 4, "Rejected");
    expect(await shown(id)).toEqual([3, "Ready", "image/v3"]);
  });

  it("happens once, and not to what is gone", async () => {
    const id = await anAsset(1);
    expect(await settle(id, 1, "Ready")).toBe("settled");
    expect(await settle(id, 1, "Rejected")).toBe("was settled");
    expect(await settle(newId(), 1, "Ready")).toBe("is gone");
    expect(await shown(id)).toEqual([1, "Ready", "image/v1"]);
  });
});
