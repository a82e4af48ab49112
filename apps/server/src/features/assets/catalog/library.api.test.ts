import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { settleAsset } from "../../../testing/rigs/settled-asset.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { addAssetReference, removeAssetReference } from "../index.ts";
import { countAssets } from "./asset-list.store.ts";

const running = runApp();
const API = "/api_v1/asset";
let manager: Caller;
const ids: Record<string, string> = {};

/** A ready asset without an object in storage. */
const anAsset = async (name: string, sizeBytes = 10, duration: number | null = null): Promise<string> => {
  const { db } = running.current;
  const query = `name=${encodeURIComponent(name)}&mime=video/mp4&size=${sizeBytes}`;
  const { body } = await manager.get(`${API}/generate_upload_info?${query}`);
  const id = String(body.asset_id);
  const about = { width: null, height: null, fps: null, frames: null, codec: null, audio: null, vfr: false };
  await settleAsset(db, id, 1, { probe: { duration, ...about } });
  return id;
};
const names = async (query: string): Promise<string[]> => {
  const { status, body } = await manager.get(`${API}/list?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.items as { name: string }[]).map(({ name }) => name);
};

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["STATIC_RESOURCE_MANAGE"] });
  ids.apple = await anAsset("apple 100%.mp4", 30, 5);
  ids.banana = await anAsset("Banana_1.mp4", 10, null);
  ids.cherry = await anAsset("cherry.mp4", 20, 9);
});

describe("the list", () => {
  it("sorts both ways, those without a duration always last", async () => {
    expect(await names("sort=size")).toEqual(["Banana_1.mp4", "cherry.mp4", "apple 100%.mp4"]);
    expect(await names("sort=duration")).toEqual(["apple 100%.mp4", "cherry.mp4", "Banana_1.mp4"]);
    expect(await names("sort=duration&order=desc")).toEqual(["cherry.mp4", "apple 100%.mp4", "Banana_1.mp4"]);
    expect(await names("sort=created_at&order=desc")).toEqual(["cherry.mp4", "Banana_1.mp4", "apple 100%.mp4"]);
    expect(await names("sort=size&limit=1&offset=1")).toEqual(["cherry.mp4"]);
  });

  it("searches case-insensitively and escapes wildcards", async () => {
    expect(await names("q=BANANA")).toEqual(["Banana_1.mp4"]);
    expect(await names("q=0%25")).toEqual(["apple 100%.mp4"]);
    expect(await names("q=_")).toEqual(["Banana_1.mp4"]);
    expect(await names("q=%5C")).toEqual([]);
  });

  it("filters by kind, status, tag, folder and use", async () => {
    const tagged = await manager.post(`${API}/update`, { ids: [ids.apple, ids.cherry], add_tags: ["red", "fruit"] });
    expect(tagged.body).toEqual({ updated: 2 });
    expect(await names("tag=red&tag=fruit")).toHaveLength(2);
    expect(await names("tag=red&tag=green")).toEqual([]);
    await manager.post(`${API}/update`, { ids: [ids.cherry], remove_tags: ["red", "never"] });
    expect(await names("tag=red")).toEqual(["apple 100%.mp4"]);
    const tags = await manager.get(`${API}/tags?q=r`);
    expect(tags.body.items).toEqual([
      { tag: "fruit", count: 2 },
      { tag: "red", count: 1 },
    ]);
    expect(await names("kind=image")).toEqual([]);
    expect(await names("status=Ready&kind=video")).toHaveLength(3);
    expect(await names("folder=root")).toHaveLength(3);
    await running.current.db.transaction().execute((tx) =>
      addAssetReference(tx, {
        assetId: ids.banana ?? "",
        kind: "test_thing",
        refId: "1",
        label: "A thing",
      }),
    );
    expect(await names("is_orphan=true")).toEqual(["apple 100%.mp4", "cherry.mp4"]);
    expect(await names("is_orphan=false")).toEqual(["Banana_1.mp4"]);
    await running.current.db
      .transaction()
      .execute((tx) => removeAssetReference(tx, { assetId: ids.banana ?? "", kind: "test_thing", refId: "1" }));
    expect(await names("is_orphan=true")).toHaveLength(3);
  });

  it("says where its pictures are, at the same address for some minutes", async () => {
    const posters = async () =>
      ((await manager.get(`${API}/list?q=apple`)).body.items as { poster: string }[])[0]?.poster;
    const first = await posters();
    expect(first).toContain(`derived/aa/${ids.apple}/1/poster.webp`);
    expect(await posters()).toBe(first);
    const { searchParams } = new URL(first ?? "");
    expect(searchParams.get("X-Amz-Expires")).toBe("900");
  });
});

describe("changes", () => {
  it("rename one, move several, and refuse all when one is missing", async () => {
    expect((await manager.post(`${API}/update`, { ids: [ids.cherry], name: "plum.mp4" })).body).toEqual({ updated: 1 });
    expect(await names("q=plum")).toEqual(["plum.mp4"]);
    expect((await manager.post(`${API}/update`, { ids: [ids.cherry], name: "plum.mp4" })).body).toEqual({ updated: 0 });
    const two = await manager.post(`${API}/update`, { ids: [ids.cherry, ids.apple], name: "same" });
    expect(two.status).toBe(409);
    const missing = await manager.post(`${API}/update`, { ids: [ids.cherry, newId()], add_tags: ["x"] });
    expect(missing.status).toBe(404);
    expect(await names("tag=x")).toEqual([]);
    const nowhere = await manager.post(`${API}/update`, { ids: [ids.cherry], folder_id: newId() });
    expect(nowhere.status).toBe(404);
  });

  it("are all in the history of each asset", async () => {
    const { rows } = await sql<{ op_type: string; meta: object }>`
      select op_type, meta from operation join operation_subject using (seq)
      where subject = ${`asset:${ids.cherry}`} order by seq`.execute(running.current.db);
    expect(rows.map((row) => row.op_type)).toEqual(["Begin_upload", "Update_assets", "Update_assets", "Update_assets"]);
    expect(rows.at(-1)?.meta).toMatchObject({ name: "plum.mp4", before: { name: "cherry.mp4" } });
  });

  it("give out links that open for anybody until they expire", async () => {
    const { body, status } = await manager.post(`${API}/link`, { id: ids.apple, valid_minutes: 7 * 24 * 60 });
    expect(status).toBe(200);
    expect(new URL(String(body.url)).searchParams.get("X-Amz-Expires")).toBe("604800");
    expect((await manager.post(`${API}/link`, { id: ids.apple, valid_minutes: 7 * 24 * 60 + 1 })).status).toBe(422);
  });
});

describe("deleting", () => {
  const refer = (assetId: string, refId = "1") =>
    running.current.db
      .transaction()
      .execute((tx) => addAssetReference(tx, { assetId, kind: "test_thing", refId, label: `Thing ${refId}` }));

  it("refuses what is used, and says where", async () => {
    const used = await anAsset("used");
    const free = await anAsset("free");
    await refer(used);
    await refer(used);
    await refer(used, "2");
    const answer = await manager.post(`${API}/delete`, { ids: [used, free, free] });
    expect(answer.body).toEqual({ deleted: [free], refused: [{ id: used, reason: "used in 2 places" }] });
    expect((await manager.get(`${API}/references?id=${used}`)).body).toMatchObject({
      total: 2,
      items: [
        { kind: "test_thing", ref_id: "1", label: "Thing 1" },
        { ref_id: "2", label: "Thing 2" },
      ],
    });
    expect((await manager.get(`${API}/detail?id=${free}`)).status).toBe(404);
    expect((await manager.post(`${API}/delete`, { ids: [free] })).body).toMatchObject({ deleted: [] });
    expect(await names("status=Deleted")).toEqual(["free"]);
    await expect(refer(free)).rejects.toMatchObject({ code: "not_found" });
  });

  it("and referring are serialised: the second of the two is refused", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await anAsset(`race ${round}`);
      const [deletion, reference] = await Promise.allSettled([manager.post(`${API}/delete`, { ids: [id] }), refer(id)]);
      const wasDeleted = deletion.status === "fulfilled" && (deletion.value.body.deleted as string[]).includes(id);
      expect(wasDeleted).toBe(reference.status === "rejected");
    }
  });
});

it("countAssets stops at its cap and reports that it did", async () => {
  const { db } = running.current;
  expect((await manager.get(`${API}/list?status=Ready&limit=1`)).body).toMatchObject({ is_capped: false });
  const { total } = await countAssets(db, {});
  expect(total).toBeGreaterThan(2);
  expect(await countAssets(db, {}, total)).toEqual({ total, isCapped: false });
  expect(await countAssets(db, {}, total - 1)).toEqual({ total: total - 1, isCapped: true });
  expect((await manager.get(`${API}/list?limit=201`)).status).toBe(422);
  expect((await manager.get(`${API}/list?offset=100001`)).status).toBe(422);
});
