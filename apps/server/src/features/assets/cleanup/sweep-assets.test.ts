import { randomBytes } from "node:crypto";
import { CreateBucketCommand, DeleteBucketCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage, type ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { settleAsset, sha256Of } from "../../../testing/rigs/settled-asset.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { sweepAssetsActivities } from "./sweep-assets.activities.ts";
import { prefixesOfHour } from "./sweep-assets.rules.ts";

const API = "/api_v1/asset";
const HOUR_MS = 3_600_000;
// A separate bucket: to this database, objects of other tests would be orphans.
const bucket = `sweep-${randomBytes(6).toString("hex")}`;
const running = runApp((config) => ({ ...config, s3: { ...config.s3, assetsBucket: bucket } }));
let storage: ObjectStorage;
let manager: Caller;
let laterMs = 0;

beforeAll(async () => {
  storage = createObjectStorage(running.current.config.s3);
  await (await storage.client()).send(new CreateBucketCommand({ Bucket: bucket }));
  manager = await aCaller(running.current, { permissions: ["STATIC_RESOURCE_MANAGE"] });
});
afterAll(async () => {
  const left = await storage.listObjects("", { limit: 1_000 });
  await storage.deleteObjects(left.map(({ key }) => key));
  await (await storage.client()).send(new DeleteBucketCommand({ Bucket: bucket }));
  await storage.close();
});

const activities = () =>
  sweepAssetsActivities({
    db: running.current.db,
    storage,
    clock: () => new Date(Date.now() + laterMs),
    log: captureLog().log,
  });
const later = <T>(hours: number, act: () => Promise<T>): Promise<T> => {
  laterMs = hours * HOUR_MS;
  return act().finally(() => {
    laterMs = 0;
  });
};
const announce = async (size: number) => {
  const { body } = await manager.get(`${API}/generate_upload_info?name=a.mp4&mime=video/mp4&size=${size}`);
  return body as { asset_id: string; url: string; headers: Record<string, string>; parts?: { url: string }[] };
};
const keysOf = async (assetId: string) => {
  const rows = await running.current.db
    .selectFrom("asset_version")
    .select(["object_key", "upload_id"])
    .where("asset_id", "=", assetId)
    .execute();
  return rows[0] ?? { object_key: "", upload_id: null };
};
const aReadyAsset = async (content: Buffer) => {
  const info = await announce(content.length);
  await fetch(info.url, { method: "PUT", body: new Uint8Array(content), headers: info.headers });
  await manager.post(`${API}/complete`, { asset_id: info.asset_id, version: 1, sha256: sha256Of(content) });
  await settleAsset(running.current.db, info.asset_id, 1, { content });
  const poster = `derived/aa/${info.asset_id}/1/poster.webp`;
  await storage.putObject(poster, Buffer.from("poster"), { contentType: "image/webp" });
  return { id: info.asset_id, key: (await keysOf(info.asset_id)).object_key, poster };
};
const usage = async () => (await manager.get(`${API}/usage`)).body;

describe("the sweep", () => {
  it("gives up uploads after a day, not before, and frees their room", async () => {
    const before = await usage();
    const whole = await announce(3);
    await fetch(whole.url, { method: "PUT", body: "abc", headers: whole.headers });
    const inParts = await announce(20 * 1024 ** 2);
    const { object_key, upload_id } = await keysOf(inParts.asset_id);
    const wholeKey = (await keysOf(whole.asset_id)).object_key;
    await later(23, () => activities().expireUploadsBatch());
    expect((await usage()).assets).toBe(Number(before.assets) + 2);
    expect(await later(25, () => activities().expireUploadsBatch())).toBe(false);
    expect(await usage()).toEqual(before);
    expect(await storage.headObject(wholeKey)).toBeUndefined();
    expect(await storage.listParts(object_key, upload_id ?? "")).toBeUndefined();
    expect((await manager.get(`${API}/mine?id=${whole.asset_id}`)).status).toBe(404);
  });

  it("purges deleted assets after a week, but not the bytes that another asset shares", async () => {
    const before = await usage();
    const content = randomBytes(32);
    const first = await aReadyAsset(content);
    const query = `name=b.mp4&mime=video/mp4&size=32&sha256=${sha256Of(content)}`;
    const hit = await manager.get(`${API}/generate_upload_info_with_cache?${query}`);
    const second = (hit.body.asset as { id: string }).id;
    await manager.post(`${API}/delete`, { ids: [first.id] });
    await later(6 * 24, () => activities().purgeAssetsBatch());
    expect((await usage()).assets).toBe(Number(before.assets) + 2);
    await later(7 * 24 + 1, () => activities().purgeAssetsBatch());
    expect((await usage()).assets).toBe(Number(before.assets) + 1);
    expect(await storage.headObject(first.key)).toBeDefined();
    expect(await storage.headObject(first.poster)).toBeDefined();
    expect((await manager.get(`${API}/download?id=${second}`)).status).toBe(302);

    await manager.post(`${API}/delete`, { ids: [second] });
    await later(7 * 24 + 1, () => activities().purgeAssetsBatch());
    expect(await usage()).toEqual(before);
    expect(await storage.headObject(first.key)).toBeUndefined();
    expect(await storage.headObject(first.poster)).toBeUndefined();
  });

  it("removes objects that no row knows once they are a day old, and no others", async () => {
    const known = await aReadyAsset(randomBytes(8));
    const orphans = ["media/00/x/1-a", "derived/aa/x/1/sprite.webp", "judged/aa/x", `u/${manager.id}/0/a.mp4`];
    for (const key of orphans) await storage.putObject(key, Buffer.from("x"), { contentType: "a/b" });
    const sprite = known.poster.replace("poster", "sprite");
    await storage.putObject(sprite, Buffer.from("x"), { contentType: "a/b" });
    const sweep = async () => {
      for (const prefix of ["media/", "derived/", "judged/", "u/"]) await activities().sweepObjectsBatch({ prefix });
    };
    await later(23, sweep);
    for (const key of orphans) expect(await storage.headObject(key)).toBeDefined();
    await later(25, sweep);
    for (const key of orphans) expect(await storage.headObject(key)).toBeUndefined();
    for (const key of [known.key, known.poster, sprite]) expect(await storage.headObject(key)).toBeDefined();
  });

  it("gives up open uploads that no row knows", async () => {
    const known = await announce(20 * 1024 ** 2);
    const unknown = await storage.createMultipart("media/00/y/1-a", "a/b");
    await later(23, () => activities().sweepOpenUploads({ prefix: "media/" }));
    expect(await storage.listParts("media/00/y/1-a", unknown)).toEqual([]);
    await later(25, () => activities().sweepOpenUploads({ prefix: "media/" }));
    expect(await storage.listParts("media/00/y/1-a", unknown)).toBeUndefined();
    const { object_key, upload_id } = await keysOf(known.asset_id);
    expect(await storage.listParts(object_key, upload_id ?? "")).toEqual([]);
  });

  it("looks for unknown objects only where this database was first", async () => {
    expect(await activities().planObjectSweep()).toContain("u/");
    expect(await activities().planObjectSweep()).toContain("u/");
    await storage.putObject("installation", Buffer.from("another"), { contentType: "text/plain" });
    expect(await activities().planObjectSweep()).toEqual([]);
    await storage.deleteObjects(["installation"]);
  });

  it("goes round the whole bucket in a day", () => {
    const day = Array.from({ length: 24 }, (_, hour) => prefixesOfHour(new Date(hour * HOUR_MS)));
    const seen = new Set(day.flat());
    expect(seen.size).toBe(1 + 3 * 256);
    expect(Math.max(...day.map((prefixes) => prefixes.length))).toBeLessThan(35);
  });
});
