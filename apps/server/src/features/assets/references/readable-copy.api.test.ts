import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { settleAsset, sha256Of } from "../../../testing/rigs/settled-asset.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const API = "/api_v1/asset";
let ada: Caller;
let bo: Caller;
let guest: Caller;
let manager: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
  bo = await aCaller(running.current);
  guest = await aCaller(running.current, { role: "guest", permissions: ["USE_VERSION_1_0"] });
  manager = await aCaller(running.current, { permissions: ["STATIC_RESOURCE_MANAGE"] });
});

/** A ready asset with known bytes, owned by one user. */
const aReadyFile = async (owner: Caller) => {
  const content = randomBytes(64);
  const announced = await owner.get(`${API}/generate_upload_info?name=orig.mp4&mime=video/mp4&size=64`);
  const { asset_id, url, headers } = announced.body as {
    asset_id: string;
    url: string;
    headers: Record<string, string>;
  };
  await fetch(url, { method: "PUT", body: new Uint8Array(content), headers });
  await owner.post(`${API}/complete`, { asset_id, version: 1, sha256: sha256Of(content) });
  await settleAsset(running.current.db, asset_id, 1, { content });
  return { id: asset_id, sha256: sha256Of(content) };
};
const ask = (caller: Caller, sha256: string, more = "name=mine.mp4&size=64"): Promise<Answer> =>
  caller.get(`${API}/generate_upload_info_with_cache?mime=video/mp4&sha256=${sha256}&${more}`);
const shape = ({ status, body, headers }: Answer) => ({
  status,
  fields: Object.entries(body).map(([name, value]) => [name, typeof value]),
  headers: Object.keys(headers).sort(),
});

describe("bytes that the caller may already read", () => {
  it("need not be sent again, and belong to the caller from then on", async () => {
    const file = await aReadyFile(ada);
    const hit = await ask(ada, file.sha256);
    expect(hit.body).toMatchObject({ hit: true, asset: { name: "mine.mp4", status: "Ready", size: 64, version: 1 } });
    const { asset } = hit.body as { asset: { id: string; storage: { key: string } } };
    expect(asset.id).not.toBe(file.id);
    expect((await ask(ada, file.sha256)).body).toMatchObject({ hit: true, asset: { id: asset.id } });
    expect((await ada.get(`${API}/download?id=${asset.id}`)).status).toBe(302);

    await manager.post(`${API}/delete`, { ids: [file.id] });
    expect((await ada.get(`${API}/download?id=${file.id}`)).status).toBe(404);
    const still = await ada.get(`${API}/download?id=${asset.id}`);
    expect((await fetch(String(still.headers.location))).status).toBe(200);
  });

  it("become a new version where one was asked for", async () => {
    const file = await aReadyFile(ada);
    const other = await aReadyFile(ada);
    const more = `name=x&size=64&replaces=${other.id}`;
    const hit = await ask(ada, file.sha256, more);
    expect(hit.body).toMatchObject({ hit: true, asset: { id: other.id, version: 2, name: "orig.mp4" } });
    expect((await ask(ada, file.sha256, more)).body).toMatchObject({ hit: true, asset: { id: other.id, version: 2 } });
    expect((await ask(bo, file.sha256, more)).status).toBe(404);
  });

  it("are those shared with internal people, and all for a manager", async () => {
    const file = await aReadyFile(ada);
    expect((await ask(manager, file.sha256)).body.hit).toBe(true);
    expect((await ask(bo, file.sha256)).body.hit).toBe(false);
    await manager.post(`${API}/update`, { ids: [file.id], visibility: "internal" });
    expect((await ask(bo, file.sha256)).body.hit).toBe(true);
    expect((await ask(guest, file.sha256)).body.hit).toBe(false);
  });
});

describe("bytes that the caller may not read", () => {
  it("look as if nobody had them", async () => {
    const file = await aReadyFile(ada);
    const unknown = await ask(bo, sha256Of(randomBytes(8)));
    const others = await ask(bo, file.sha256);
    expect(others.body.hit).toBe(false);
    expect(shape(others)).toEqual(shape(unknown));
    expect(JSON.stringify(others.body)).not.toContain(file.id);
  });

  it("are not given for a hash with another size, before the check, after a rejection or a deletion", async () => {
    const file = await aReadyFile(ada);
    expect((await ask(ada, file.sha256, "name=n&size=65")).body.hit).toBe(false);
    const { db } = running.current;
    await settleAsset(db, file.id, 1, { status: "Rejected" });
    expect((await ask(ada, file.sha256)).body.hit).toBe(false);
    const gone = await aReadyFile(ada);
    await manager.post(`${API}/delete`, { ids: [gone.id] });
    expect((await ask(ada, gone.sha256)).body.hit).toBe(false);
  });
});
