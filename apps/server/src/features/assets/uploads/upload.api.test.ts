import { randomBytes } from "node:crypto";
import type { UploadInfo } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { settleAsset, sha256Of } from "../../../testing/rigs/settled-asset.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const MIB = 1024 ** 2;
const API = "/api_v1/asset";
let ada: Caller;
let bo: Caller;
let manager: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
  bo = await aCaller(running.current);
  manager = await aCaller(running.current, { role: "guest", permissions: ["STATIC_RESOURCE_MANAGE"] });
});

const announce = async (caller: Caller, size: number, more = ""): Promise<UploadInfo> => {
  const answer = await caller.get(`${API}/generate_upload_info?name=a.mp4&mime=video/mp4&size=${size}${more}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as unknown as UploadInfo;
};
const send = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: "PUT", body: new Uint8Array(body), headers });
const refOf = ({ asset_id, version }: UploadInfo) => ({ asset_id, version });
const complete = (caller: Caller, info: UploadInfo, content: Buffer): Promise<Answer> =>
  caller.post(`${API}/complete`, { ...refOf(info), sha256: sha256Of(content) });
const usageOf = async (): Promise<unknown> => (await manager.get(`${API}/usage`)).body.used_bytes;
const ingestsOf = async (assetId: string): Promise<string[]> => {
  const rows = await running.current.db.selectFrom("outbox").select("workflow_id").execute();
  return rows.map((row) => row.workflow_id).filter((id) => id.includes(assetId));
};

describe("a small file", () => {
  const content = Buffer.from("not really a film");

  it("goes to storage in one request and waits to be checked", async () => {
    const info = await announce(ada, content.length);
    expect(info).toMatchObject({ version: 1, method: "PUT", headers: { "content-type": "video/mp4" } });
    expect((await complete(ada, info, content)).status).toBe(409);
    expect((await send(info.url, Buffer.from("a longer one than announced"), info.headers)).status).toBe(403);
    expect((await send(info.url, content, { ...info.headers, "content-type": "text/html" })).status).toBe(403);
    expect((await send(info.url, content, info.headers)).status).toBe(200);
    expect((await send(info.url, Buffer.from("other bytes there"), info.headers)).status).toBe(412);

    const done = await complete(ada, info, content);
    expect(done.body).toMatchObject({ status: "Quarantined", size: content.length, poster: null, owner: ada.username });
    expect((await complete(ada, info, content)).body).toEqual(done.body);
    expect(await ingestsOf(info.asset_id)).toEqual([`asset-ingest/${info.asset_id}/1`]);
    expect((await ada.get(`${API}/mine?id=${info.asset_id}`)).body).toEqual(done.body);
    expect((await ada.get(`${API}/download?id=${info.asset_id}`)).status).toBe(409);

    await settleAsset(running.current.db, info.asset_id, 1, { content });
    const download = await ada.get(`${API}/download?id=${info.asset_id}`);
    expect(download.status).toBe(302);
    expect(download.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
    const file = await fetch(String(download.headers.location));
    expect(file.headers.get("content-disposition")).toContain('attachment; filename="a.mp4"');
    expect(await file.text()).toBe(content.toString());
  });

  it("is only ever saved when it may hold scripts", async () => {
    const page = Buffer.from("<script>alert(1)</script>");
    const name = encodeURIComponent('日本 "x".html');
    const answer = await ada.get(`${API}/generate_upload_info?name=${name}&mime=text/html&size=${page.length}`);
    const info = answer.body as unknown as UploadInfo;
    await send(info.url, page, info.headers);
    await complete(ada, info, page);
    await settleAsset(running.current.db, info.asset_id, 1, { content: page, kind: "other" });
    const download = await ada.get(`${API}/download?id=${info.asset_id}`);
    const file = await fetch(String(download.headers.location));
    await file.arrayBuffer();
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-disposition")).toContain("filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%22x%22.html");
    expect((await manager.get(`${API}/detail?id=${info.asset_id}`)).body.media_url).toBeNull();
    const link = await manager.post(`${API}/link`, { id: info.asset_id, valid_minutes: 1 });
    const opened = await fetch(String(link.body.url));
    await opened.arrayBuffer();
    expect(opened.headers.get("content-disposition")).toMatch(/^attachment/);
  });
});

describe("a large file", () => {
  const content = randomBytes(17 * MIB);
  const part = (number: number): Buffer => content.subarray((number - 1) * 8 * MIB, number * 8 * MIB);

  it("goes in parts, can be resumed, and is complete only when every byte is there", async () => {
    const info = await announce(ada, content.length);
    expect(info).toMatchObject({ method: "MULTIPART", part_size: 8 * MIB, part_count: 3, url: "" });
    const [first, , third] = info.parts ?? [];
    expect((await send(first?.url ?? "", content.subarray(0, 7))).status).toBe(403);
    expect((await send(first?.url ?? "", part(1))).status).toBe(200);
    expect((await send(third?.url ?? "", part(3))).status).toBe(200);
    const state = () => ada.get(`${API}/upload_state?asset_id=${info.asset_id}&version=1`);
    expect((await state()).body).toMatchObject({ status: "Uploading", method: "MULTIPART", received: [1, 3] });
    const early = await complete(ada, info, content);
    expect([early.status, early.body.detail]).toEqual([409, "2 of 3 parts have arrived"]);

    const signed = await ada.post(`${API}/sign_parts`, { ...refOf(info), numbers: [2] });
    const [second] = signed.body.parts as { url: string }[];
    expect((await ada.post(`${API}/sign_parts`, { ...refOf(info), numbers: [4] })).status).toBe(409);
    expect((await send(second?.url ?? "", part(2))).status).toBe(200);

    const both = await Promise.all([complete(ada, info, content), complete(ada, info, content)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ingestsOf(info.asset_id)).toHaveLength(1);
    expect((await send(second?.url ?? "", part(2))).status).toBe(404);
    expect((await state()).body).toMatchObject({ status: "Quarantined", received: [1, 2, 3] });
    expect((await ada.post(`${API}/cancel`, refOf(info))).status).toBe(409);
    const row = await running.current.db
      .selectFrom("asset_version")
      .select(["claimed_sha256", "upload_id"])
      .where("asset_id", "=", info.asset_id)
      .executeTakeFirstOrThrow();
    expect([row.claimed_sha256?.toString("hex"), row.upload_id]).toEqual([sha256Of(content), null]);
  });

  it("is completed although the first answer of storage was lost", async () => {
    const info = await announce(ada, content.length);
    for (const { number, url } of info.parts ?? []) await send(url, part(number));
    const row = await running.current.db
      .selectFrom("asset_version")
      .select(["object_key", "upload_id"])
      .where("asset_id", "=", info.asset_id)
      .executeTakeFirstOrThrow();
    const { createObjectStorage } = await import("../../../platform/s3/object-storage.ts");
    const storage = createObjectStorage(running.current.config.s3);
    const parts = (await storage.listParts(row.object_key, row.upload_id ?? "")) ?? [];
    await storage.completeMultipart(row.object_key, row.upload_id ?? "", parts);
    await storage.close();
    const state = await ada.get(`${API}/upload_state?asset_id=${info.asset_id}&version=1`);
    expect(state.body).toMatchObject({ status: "Uploading", received: [1, 2, 3] });
    expect((await complete(ada, info, content)).body).toMatchObject({ status: "Quarantined" });
  });

  it("can be given up, which frees its room", async () => {
    const before = await usageOf();
    const info = await announce(ada, content.length);
    expect(await usageOf()).toBe(Number(before) + content.length);
    expect((await ada.post(`${API}/cancel`, refOf(info))).body).toEqual({ ok: true });
    expect(await usageOf()).toBe(before);
    expect((await ada.get(`${API}/mine?id=${info.asset_id}`)).status).toBe(404);
    expect((await send(info.parts?.[0]?.url ?? "", part(1))).status).toBe(404);
  });
});

describe("somebody else's upload", () => {
  it("does not exist for another uploader, nor for a manager who did not begin it", async () => {
    const content = Buffer.from("ada's");
    const info = await announce(ada, content.length);
    await send(info.url, content, info.headers);
    for (const other of [bo, manager]) {
      expect((await other.post(`${API}/sign_parts`, { ...refOf(info), numbers: [1] })).status).toBe(404);
      expect((await other.get(`${API}/upload_state?asset_id=${info.asset_id}&version=1`)).status).toBe(404);
      expect((await complete(other, info, content)).status).toBe(404);
      expect((await other.post(`${API}/cancel`, refOf(info))).status).toBe(404);
      expect((await other.get(`${API}/mine?id=${info.asset_id}`)).status).toBe(404);
    }
    await complete(ada, info, content);
    await settleAsset(running.current.db, info.asset_id, 1, { content });
    const outsider = await aCaller(running.current, { role: "guest" });
    const read = async (who: Caller) => (await who.get(`${API}/download?id=${info.asset_id}`)).status;
    expect([await read(bo), await read(outsider), await read(manager)]).toEqual([404, 404, 302]);
    await manager.post(`${API}/update`, { ids: [info.asset_id], visibility: "internal" });
    expect([await read(bo), await read(outsider)]).toEqual([302, 404]);
  });

  it("cannot be replaced by another uploader", async () => {
    const info = await announce(ada, 5);
    const answer = await bo.get(`${API}/generate_upload_info?name=a&mime=video/mp4&size=5&replaces=${info.asset_id}`);
    expect(answer.status).toBe(404);
  });
});

describe("a new version", () => {
  it("leaves the current one in place until it is ready; an earlier one can be restored", async () => {
    const { db } = running.current;
    const first = Buffer.from("version one");
    const info = await announce(ada, first.length);
    await send(info.url, first, info.headers);
    await complete(ada, info, first);
    await settleAsset(db, info.asset_id, 1, { content: first });

    const second = Buffer.from("version two, longer");
    const next = await announce(ada, second.length, `&replaces=${info.asset_id}`);
    expect(next).toMatchObject({ asset_id: info.asset_id, version: 2 });
    await send(next.url, second, next.headers);
    expect((await complete(ada, next, second)).body).toMatchObject({ version: 1, status: "Ready", size: first.length });
    expect((await ada.get(`${API}/download?id=${info.asset_id}&version=2`)).status).toBe(409);
    await settleAsset(db, info.asset_id, 2, { content: second });
    const detail = await manager.get(`${API}/detail?id=${info.asset_id}`);
    expect(detail.body).toMatchObject({ version: 2, size: second.length, versions: [{ version: 2 }, { version: 1 }] });
    expect(typeof detail.body.media_url).toBe("string");

    const restored = await manager.post(`${API}/restore_version`, { id: info.asset_id, version: 1 });
    expect(restored.body).toMatchObject({ version: 1, size: first.length, status: "Ready" });
    const third = await announce(ada, 3, `&replaces=${info.asset_id}`);
    expect(third.version).toBe(3);
    expect((await manager.post(`${API}/restore_version`, { id: info.asset_id, version: 3 })).status).toBe(409);
    await ada.post(`${API}/cancel`, refOf(third));
    expect((await manager.get(`${API}/detail?id=${info.asset_id}`)).body).toMatchObject({ version: 1 });
  });

  it("shows at once when nothing else can be shown, and a rejected one can be checked again", async () => {
    const { db } = running.current;
    const info = await announce(ada, 4);
    await send(info.url, Buffer.from("junk"), info.headers);
    await complete(ada, info, Buffer.from("junk"));
    expect((await manager.post(`${API}/check_again`, { id: info.asset_id })).status).toBe(409);
    await settleAsset(db, info.asset_id, 1, { status: "Rejected" });
    const again = await manager.post(`${API}/check_again`, { id: info.asset_id });
    expect(again.body).toMatchObject({ status: "Quarantined", verdict: null });
    const ids = await ingestsOf(info.asset_id);
    expect(new Set(ids).size).toBe(2);
    await settleAsset(db, info.asset_id, 1, { status: "Rejected" });
    const next = await announce(ada, 9, `&replaces=${info.asset_id}`);
    expect((await ada.get(`${API}/mine?id=${info.asset_id}`)).body).toMatchObject({ version: 2, status: "Uploading" });
    await ada.post(`${API}/cancel`, refOf(next));
    expect((await ada.get(`${API}/mine?id=${info.asset_id}`)).body).toMatchObject({ version: 1, status: "Rejected" });
  });
});

it("the operation log holds every step of an upload, and no signed URL", async () => {
  const info = await announce(ada, 3);
  await ada.post(`${API}/cancel`, refOf(info));
  const rows = await running.current.db
    .selectFrom("operation")
    .innerJoin("operation_subject as s", "s.seq", "operation.seq")
    .select(["op_type", "user_name", "meta"])
    .where("s.subject", "=", `asset:${info.asset_id}`)
    .orderBy("operation.seq")
    .execute();
  expect(rows.map((row) => row.op_type)).toEqual(["Begin_upload", "Cancel_upload"]);
  expect(rows.map((row) => row.user_name)).toEqual([ada.username, ada.username]);
  expect(JSON.stringify(rows)).not.toContain("X-Amz");
});
