import { randomUUID } from "node:crypto";
import type { TemplateDetail, TemplateItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aDimension, askWith, aTemplate, entryOf } from "../../../testing/builders/a-template.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";
import { hasTemplate, loadTemplate } from "../index.ts";

const app = runApp();
let rita: Caller;
let kenji: Caller;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  kenji = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const TEMPLATE = "/api_v1/dimension/template";
const words = ({ status, body }: Answer): unknown[] => [status, body.detail];
const bodyOf = (template: TemplateDetail): object => {
  const { name, mode, instructions, judges_per_item, items } = template;
  const entries = items.map(({ dimension_id, dimension_version, weight, is_required, section }) => ({
    dimension_id,
    dimension_version,
    weight,
    is_required,
    section,
  }));
  return { name, mode, instructions, judges_per_item, items: entries, expect_version: template.version };
};
const update = (caller: Caller, template: TemplateDetail, change: object) =>
  caller.post(`${TEMPLATE}/update/${template.id}`, { ...bodyOf(template), ...change });
const detailOf = async (id: string, query = ""): Promise<TemplateDetail> =>
  (await rita.get(`${TEMPLATE}/detail/${id}${query}`)).body as unknown as TemplateDetail;
const remove = (caller: Caller, id: string, body: object = {}) => caller.post(`${TEMPLATE}/delete/${id}`, body);
const opTypes = async (id: string): Promise<string[]> =>
  (await listOperations(app.current.db, `template:${id}`, { limit: 20 })).items.map(({ op_type }) => op_type);

describe("creating a template", () => {
  it("makes one for each form, with the questions in their order", async () => {
    const [a, b] = [await aDimension(rita, { name: "First" }), await aDimension(kenji, { name: "Second" })];
    const items = [entryOf(b, { weight: 3, section: "Look" }), entryOf(a, { is_required: false })];
    const body = { name: "Ours", instructions: "Look twice.", items, request_key: randomUUID() };
    const [first, second] = await Promise.all([
      rita.post(`${TEMPLATE}/create`, body),
      rita.post(`${TEMPLATE}/create`, body),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).toBe(first.body.id);
    expect(first.body).toMatchObject({
      name: "Ours",
      mode: "pairwise",
      version: 1,
      dimensions: 2,
      used_by_count: 0,
      is_frozen: false,
      judges_per_item: 3,
      versions: [{ version: 1, used_by_count: 0 }],
      items: [
        { key: b.key, name: "Second", weight: 3, section: "Look", is_required: true, dimension_version: 1 },
        { key: a.key, name: "First", weight: 1, section: "", is_required: false },
      ],
    });
    expect(await opTypes(String(first.body.id))).toEqual(["Create_template"]);
  });

  it("refuses dimensions that are not there, stand twice or were put away", async () => {
    const item = await aDimension(rita);
    const create = (items: object[]) =>
      rita.post(`${TEMPLATE}/create`, { name: "x", items, request_key: randomUUID() });
    expect((await create([])).status).toBe(422);
    expect((await create([entryOf(item), entryOf(item)])).body.detail).toMatchObject([
      { msg: "this dimension is listed twice" },
    ]);
    expect((await create([entryOf(item, { dimension_version: 2 })])).status).toBe(404);
    expect((await create([entryOf({ ...item, id: randomUUID() })])).status).toBe(404);
    const holder = await aTemplate(rita, { dimensions: [item] });
    await rita.post(`/api_v1/dimension/delete/${item.id}`, {});
    expect(words(await create([entryOf(item)]))).toEqual([409, "'Motion' was put away: bring it back first"]);
    expect((await update(rita, holder, { name: "Still mine" })).status).toBe(200);
  });
});

describe("listing templates", () => {
  it("finds by name and mode, and counts what they hold", async () => {
    const mark = randomUUID().slice(0, 8);
    const b = await aTemplate(rita, { name: `b ${mark}`, mode: "rating" });
    const a = await aTemplate(kenji, { name: `A ${mark}` });
    const list = async (query: string) => {
      const { body } = await rita.get(`${TEMPLATE}/list?q=${mark}${query}`);
      return { items: body.items as TemplateItem[], total: body.total };
    };
    const all = await list("");
    expect([all.items.map(({ id }) => id), all.total]).toEqual([[a.id, b.id], 2]);
    expect(all.items[0]).toMatchObject({ dimensions: 1, may_change: false, owner: kenji.username });
    expect((await list("&mode=rating")).items.map(({ id }) => id)).toEqual([b.id]);
  });
});

describe("changing a template", () => {
  it("goes in place until somebody was asked with it, then makes the next version", async () => {
    const template = await aTemplate(rita, { name: "Before" });
    const more = await aDimension(rita, { name: "One more" });
    expect((await update(kenji, template, { name: "Mine" })).status).toBe(403);
    expect((await update(rita, template, { expect_version: 3 })).status).toBe(409);
    const inPlace = await update(rita, template, { name: "In place", items: [entryOf(more)] });
    expect(inPlace.body).toMatchObject({ version: 1, name: "In place", items: [{ name: "One more" }] });
    await askWith(app.current.db, rita, { id: template.id, version: 1 }, null);
    expect((await update(rita, template, { name: "Only planned" })).body).toMatchObject({ version: 1 });

    await askWith(app.current.db, rita, { id: template.id, version: 1 });
    const now = await detailOf(template.id);
    expect(now).toMatchObject({ is_frozen: true, used_by_count: 1 });
    const next = await update(rita, now, { name: "Asked anew", judges_per_item: 5 });
    expect(next.body).toMatchObject({ version: 2, name: "Asked anew", is_frozen: false, used_by_count: 1 });
    expect(await detailOf(template.id, "?version=1")).toMatchObject({
      version: 1,
      name: "Only planned",
      is_frozen: true,
      versions: [
        { version: 2, used_by_count: 0 },
        { version: 1, used_by_count: 1 },
      ],
    });
    expect((await update(rita, next.body as unknown as TemplateDetail, {})).body).toMatchObject({ version: 2 });
    expect((await rita.get(`${TEMPLATE}/detail/${template.id}?version=3`)).status).toBe(404);
    expect(await opTypes(template.id)).toEqual([
      "Update_template",
      "Update_template",
      "Update_template",
      "Create_template",
    ]);
  });
});

describe("deleting a template", () => {
  it("takes away what nothing uses, and puts away what an evaluation or a benchmark uses", async () => {
    const loose = await aTemplate(rita);
    expect((await remove(kenji, loose.id)).status).toBe(403);
    expect((await remove(rita, loose.id)).body).toEqual({ ok: true, is_archived: false });
    expect((await rita.get(`${TEMPLATE}/detail/${loose.id}`)).status).toBe(404);

    const asked = await aTemplate(rita, { name: `Asked ${randomUUID()}` });
    await askWith(app.current.db, rita, asked);
    expect((await remove(rita, asked.id)).body).toEqual({ ok: true, is_archived: true });
    expect((await detailOf(asked.id)).archived_at).not.toBeNull();
    expect((await remove(rita, asked.id, { is_archived: false })).body).toEqual({ ok: true, is_archived: false });
    expect(await opTypes(asked.id)).toEqual(["Archive_template", "Archive_template", "Create_template"]);
  });
});

describe("for evaluations", () => {
  it("is loaded as of a version, with whole questions", async () => {
    const { db } = app.current;
    const template = await aTemplate(rita, { name: "Loaded", mode: "rating" });
    await askWith(db, rita, template);
    await update(rita, template, { name: "Loaded anew" });
    expect(await loadTemplate(db, template.id)).toMatchObject({ version: 2, name: "Loaded anew" });
    expect(await loadTemplate(db, template.id, 1)).toMatchObject({
      version: 1,
      name: "Loaded",
      mode: "rating",
      judgesPerItem: 3,
      questions: [{ name: "Motion", field: { type: "number", max: 5 }, source: "human", metric_key: null }],
    });
    expect(await loadTemplate(db, randomUUID())).toBeUndefined();
    expect([
      await db.transaction().execute((tx) => hasTemplate(tx, template.id)),
      await db.transaction().execute((tx) => hasTemplate(tx, randomUUID())),
    ]).toEqual([true, false]);
  });
});
