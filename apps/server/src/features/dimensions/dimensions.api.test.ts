import { randomUUID } from "node:crypto";
import type { DimensionItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { createObjectStorage } from "../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aDimension, aDimensionBody, aTemplate } from "../../testing/builders/a-template.ts";
import { anUpload } from "../../testing/builders/an-upload.ts";
import { settleAsset } from "../../testing/rigs/settled-asset.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const app = runApp();
let rita: Caller;
let kenji: Caller;
let admin: Caller;
let guest: Caller;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  kenji = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  admin = await aCaller(app.current, { permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
  guest = await aCaller(app.current, { role: "partner" });
});

type Detail = DimensionItem & { versions: { version: number; name: string }[] };
const detailOf = async (id: string): Promise<Detail> =>
  (await rita.get(`/api_v1/dimension/detail/${id}`)).body as unknown as Detail;
const opTypes = async (id: string): Promise<string[]> =>
  (await listOperations(app.current.db, `dimension:${id}`, { limit: 20 })).items.map(({ op_type }) => op_type);
const words = ({ status, body }: Answer): unknown[] => [status, body.detail];
const contentOf = (item: DimensionItem): object => {
  const { name, description, rubric, field, is_required, direction, weight, source, metric_key, applies_to, tags } =
    item;
  return { name, description, rubric, field, is_required, direction, weight, source, metric_key, applies_to, tags };
};
const update = (caller: Caller, item: DimensionItem, change: object) =>
  caller.post(`/api_v1/dimension/update/${item.id}`, { ...contentOf(item), expect_version: item.version, ...change });
const remove = (caller: Caller, id: string, body: object = {}) => caller.post(`/api_v1/dimension/delete/${id}`, body);

describe("creating a dimension", () => {
  it("makes one for each form, and keeps its key for itself", async () => {
    const body = aDimensionBody({ key: "motion.once", tags: ["a", "a", "b"] });
    const [first, second] = await Promise.all([
      rita.post("/api_v1/dimension/create", body),
      rita.post("/api_v1/dimension/create", body),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).toBe(first.body.id);
    expect(first.body).toMatchObject({
      key: "motion.once",
      version: 1,
      owner: rita.username,
      may_change: true,
      used_by: 0,
      is_frozen: false,
      tags: ["a", "b"],
      direction: "higher",
      weight: 1,
      source: "human",
      versions: [{ version: 1 }],
    });
    expect(words(await kenji.post("/api_v1/dimension/create", aDimensionBody({ key: "motion.once" })))).toEqual([
      409,
      "there is already a dimension with the key 'motion.once'",
    ]);
    expect(await opTypes(String(first.body.id))).toEqual(["Create_dimension"]);
  });

  it("refuses what could never be answered or measured", async () => {
    const refused = async (options: object) =>
      (await rita.post("/api_v1/dimension/create", aDimensionBody(options))).body.detail;
    expect(await refused({ key: "__proto__" })).toMatchObject([{ loc: "key" }]);
    expect(await refused({ field: { type: "number", step: 2, min: 1 } })).toMatchObject([
      { msg: "the minimum must be a multiple of the step" },
    ]);
    expect(await refused({ source: "auto" })).toMatchObject([{ msg: "please choose a metric" }]);
    expect(await refused({ source: "auto", metric_key: "beauty" })).toMatchObject([
      { msg: "there is no such measurement" },
    ]);
    expect(await refused({ source: "auto", metric_key: "sharpness", field: { type: "boolean" } })).toMatchObject([
      { msg: "a measured dimension must be a number" },
    ]);
    expect(await refused({ metric_key: "sharpness" })).toMatchObject([{ msg: "omit metric_key for human dimensions" }]);
    const judge = aDimensionBody({ source: "judge", metric_key: randomUUID() });
    expect(words(await rita.post("/api_v1/dimension/create", judge))).toEqual([
      404,
      "there is no performer of this id that judges clips",
    ]);
    const made = await aDimension(rita, { source: "auto", metric_key: "sharpness", field: { type: "number" } });
    expect(made.metric_key).toBe("sharpness");
  });
});

describe("listing dimensions", () => {
  it("finds by name and key, tag and source, in the order of names", async () => {
    const mark = randomUUID().slice(0, 8);
    const b = await aDimension(rita, { name: `b ${mark}`, tags: [mark] });
    const a = await aDimension(kenji, { name: `A ${mark}`, tags: [mark, "x"] });
    const c = await aDimension(kenji, { key: `c_${mark}`, name: "100%", tags: ["x"] });
    const list = async (query: string) => {
      const { body } = await rita.get(`/api_v1/dimension/list?${query}`);
      return [(body.items as DimensionItem[]).map(({ id }) => id), body.total];
    };
    expect(await list(`q=${mark}`)).toEqual([[c.id, a.id, b.id], 3]);
    expect(await list(`q=${mark}&limit=1&offset=1`)).toEqual([[a.id], 3]);
    expect(await list(`tag=${mark}`)).toEqual([[a.id, b.id], 2]);
    expect(await list(`q=${mark}&source=auto`)).toEqual([[], 0]);
    expect(await list(`q=${encodeURIComponent("0%")}`)).toEqual([[c.id], 1]);
    expect(await list(`q=${encodeURIComponent("1_0")}`)).toEqual([[], 0]);
  });
});

describe("changing a dimension", () => {
  it("is for its owner and administrators, at the version they saw", async () => {
    const item = await aDimension(rita);
    expect(words(await update(kenji, item, { name: "Mine" }))).toEqual([
      403,
      "only the owner of 'Motion' or an administrator may change it",
    ]);
    expect((await update(rita, item, { expect_version: 2 })).status).toBe(409);
    expect((await update(admin, item, { name: "By an administrator" })).body).toMatchObject({ version: 1 });
    expect((await update(rita, { ...item, id: randomUUID() }, {})).status).toBe(404);
    expect((await kenji.get(`/api_v1/dimension/detail/${item.id}`)).body).toMatchObject({ may_change: false });
    expect((await guest.get(`/api_v1/dimension/detail/${item.id}`)).status).toBe(403);
  });

  it("goes in place until a template holds it, then makes the next version", async () => {
    const item = await aDimension(rita);
    const inPlace = await update(rita, item, { name: "Motion, better" });
    expect(inPlace.body).toMatchObject({ version: 1, name: "Motion, better" });
    const template = await aTemplate(kenji, { dimensions: [inPlace.body as unknown as DimensionItem] });
    expect(await detailOf(item.id)).toMatchObject({ is_frozen: true, used_by: 1 });

    const next = await update(rita, item, { name: "Motion, best", weight: 2 });
    expect(next.body).toMatchObject({ version: 2, name: "Motion, best", is_frozen: false, used_by: 1 });
    expect((await detailOf(item.id)).versions.map(({ version, name }) => [version, name])).toEqual([
      [2, "Motion, best"],
      [1, "Motion, better"],
    ]);
    const held = await rita.get(`/api_v1/dimension/template/detail/${template.id}`);
    expect(held.body.items).toMatchObject([{ name: "Motion, better", dimension_version: 1 }]);

    const same = await update(rita, next.body as unknown as DimensionItem, {});
    expect(same.body).toMatchObject({ version: 2 });
    expect(await opTypes(item.id)).toEqual(["Update_dimension", "Update_dimension", "Create_dimension"]);
  });

  it("cannot slip under a template that takes it at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const item = await aDimension(rita);
      const [changed, template] = await Promise.all([
        update(rita, item, { name: `Round ${round}` }),
        aTemplate(kenji, { dimensions: [item] }),
      ]);
      expect(changed.status).toBe(200);
      const held = await rita.get(`/api_v1/dimension/template/detail/${template.id}`);
      const expected = changed.body.version === 1 ? `Round ${round}` : "Motion";
      expect(held.body.items).toMatchObject([{ name: expected, dimension_version: 1 }]);
    }
  });
});

describe("deleting a dimension", () => {
  it("takes away what nothing holds, and puts away what is held", async () => {
    const loose = await aDimension(rita);
    expect((await remove(kenji, loose.id)).status).toBe(403);
    expect((await remove(rita, loose.id)).body).toEqual({ ok: true, is_archived: false });
    expect((await remove(rita, loose.id)).status).toBe(404);
    expect(await opTypes(loose.id)).toEqual(["Delete_dimension", "Create_dimension"]);

    const held = await aDimension(rita);
    await aTemplate(rita, { dimensions: [held] });
    expect((await remove(rita, held.id)).body).toEqual({ ok: true, is_archived: true });
    expect((await remove(rita, held.id)).body).toEqual({ ok: true, is_archived: true });
    expect((await rita.get(`/api_v1/dimension/list?q=${held.key}`)).body.total).toBe(0);
    expect((await rita.get(`/api_v1/dimension/list?q=${held.key}&is_archived=true`)).body.total).toBe(1);
    expect((await remove(rita, held.id, { is_archived: false })).body).toEqual({ ok: true, is_archived: false });
    expect((await detailOf(held.id)).archived_at).toBeNull();
    expect(await opTypes(held.id)).toEqual(["Archive_dimension", "Archive_dimension", "Create_dimension"]);
  });
});

describe("examples", () => {
  it("must be readable by the author, open themselves to all who are asked, and stay while they are shown", async () => {
    const { db, config } = app.current;
    const { assetId } = await anUpload(db, createObjectStorage(config.s3), Buffer.from("clip"), { isStored: false });
    await settleAsset(db, assetId, 1);
    const reader = await aCaller(app.current, { permissions: ["USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"] });
    await db.updateTable("asset").set({ visibility: "private" }).where("id", "=", assetId).execute();
    const rubric = { levels: [], good_asset_ids: [assetId], bad_asset_ids: [] };
    const refused = await kenji.post("/api_v1/dimension/create", aDimensionBody({ rubric }));
    expect(words(refused)).toEqual([404, `there is no asset ${assetId} that could be shown as an example`]);

    const item = await aDimension(reader, { rubric });
    const counted = async () =>
      (await db.selectFrom("asset").select("ref_count").where("id", "=", assetId).executeTakeFirstOrThrow()).ref_count;
    expect(await counted()).toBe(1);
    expect((await guest.get(`/api_v1/asset/download?id=${assetId}`)).status).toBe(302);
    expect((await reader.post("/api_v1/asset/delete", { ids: [assetId] })).body).toMatchObject({ deleted: [] });

    const bare = { levels: [], good_asset_ids: [], bad_asset_ids: [] };
    expect((await update(reader, item, { rubric: bare })).status).toBe(200);
    expect(await counted()).toBe(0);
    expect((await guest.get(`/api_v1/asset/download?id=${assetId}`)).status).toBe(404);
    await update(reader, item, { rubric });
    await remove(reader, item.id);
    expect(await counted()).toBe(0);
  });
});
