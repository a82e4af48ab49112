import { randomUUID } from "node:crypto";
import { isComparison, leadQuestion, STARTERS, type TemplateDetail, type TemplateFile } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aDimension, askWith, aTemplate, entryOf } from "../../../testing/builders/a-template.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let kenji: Caller;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  kenji = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const TEMPLATE = "/api_v1/dimension/template";
const start = (caller: Caller, starter: string, key: string = randomUUID()) =>
  caller.post(`${TEMPLATE}/create_starter`, { starter, request_key: key });
const exportOf = async (id: string, query = ""): Promise<TemplateFile> =>
  (await rita.get(`${TEMPLATE}/export/${id}${query}`)).body as unknown as TemplateFile;
const importFile = (caller: Caller, file: TemplateFile, isDryRun: boolean, key: string = randomUUID()) =>
  caller.post(`${TEMPLATE}/import`, { file, is_dry_run: isDryRun, request_key: key });
const outcomes = ({ body }: Answer) => (body.dimensions as { outcome: string }[]).map(({ outcome }) => outcome);
const total = async (): Promise<unknown> => (await rita.get("/api_v1/dimension/list?limit=1")).body.total;

describe("starters", () => {
  it.each(STARTERS)("%s makes a whole template, once for each form", async (starter) => {
    const key = randomUUID();
    const [first, second] = await Promise.all([start(rita, starter, key), start(rita, starter, key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).toBe(first.body.id);
    expect((first.body as unknown as TemplateDetail).items.length).toBe(
      { default: 4, vbench16: 16, acr: 1, ccr: 1 }[starter],
    );
  });

  it("share their dimensions with a second import, also a concurrent one", async () => {
    const made = await Promise.all([start(rita, "vbench16"), start(kenji, "vbench16"), start(kenji, "default")]);
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [one, other] = made.map(({ body }) =>
      (body as unknown as TemplateDetail).items.map((item) => item.dimension_id),
    );
    expect(one).toEqual(other);
    expect(made[0]?.body.id).not.toBe(made[1]?.body.id);
  });

  it("for two clips ask about the pair", async () => {
    for (const starter of ["default", "ccr"]) {
      const { items, mode } = (await start(rita, starter)).body as unknown as TemplateDetail;
      expect(mode).toBe("pairwise");
      expect(items.every(({ field }) => isComparison(field))).toBe(true);
      expect(leadQuestion(items)).toBe(items[0]);
    }
    const { items } = (await start(rita, "default")).body as unknown as TemplateDetail;
    expect(items.map(({ name }) => name)).toEqual([
      "Overall",
      "Motion Quality",
      "Instruction Following",
      "Visual Quality",
    ]);
  });
});

describe("a set as a file", () => {
  it("is imported as it was exported, and reuses existing dimensions", async () => {
    const [a, b] = [await aDimension(rita, { tags: ["t"] }), await aDimension(rita, { name: "Two" })];
    const items = [entryOf(b, { weight: 4, section: "S", is_required: false }), entryOf(a)];
    const template = await aTemplate(rita, { name: "To go", instructions: "Hm.", mode: "rating", items });
    const file = await exportOf(template.id);
    expect(file).toMatchObject({
      template: { name: "To go", mode: "rating", judges_per_item: 3 },
      items: [{ key: b.key, weight: 4, section: "S", is_required: false }, { key: a.key }],
    });
    const before = await total();
    const dry = await importFile(kenji, file, true);
    expect([dry.body.template, outcomes(dry)]).toEqual([null, ["same", "same"]]);
    const key = randomUUID();
    const [real, again] = [await importFile(kenji, file, false, key), await importFile(kenji, file, false, key)];
    expect((again.body.template as TemplateDetail).id).toBe((real.body.template as TemplateDetail).id);
    expect(real.body.template).toMatchObject({
      owner: kenji.username,
      items: [{ dimension_id: b.id, weight: 4, section: "S" }, { dimension_id: a.id }],
    });
    expect(await total()).toBe(before);
    expect(await exportOf((real.body.template as TemplateDetail).id)).toEqual(file);
  });

  it("makes what is new, changes what is one's own, and leaves alone what belongs to others", async () => {
    const held = await aDimension(rita, { name: "Held" });
    const template = await aTemplate(rita, { dimensions: [held] });
    await askWith(app.current.db, rita, template);
    const file = await exportOf(template.id);
    const [item] = file.items;
    if (!item) throw new Error("an empty file");
    const changed: TemplateFile = {
      ...file,
      items: [
        { ...item, description: "What does it say now?" },
        { ...item, key: `n${randomUUID().slice(0, 8)}`, name: "New" },
      ],
    };
    expect(outcomes(await importFile(rita, changed, true))).toEqual(["next_version", "new"]);
    expect(outcomes(await importFile(kenji, changed, true))).toEqual(["taken", "new"]);
    const before = await total();
    const refused = await importFile(kenji, changed, false);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `these keys belong to somebody else and ask something else: ${held.key}`,
    ]);
    expect(await total()).toBe(before);
    const real = await importFile(rita, changed, false);
    expect((real.body.template as TemplateDetail).items).toMatchObject([
      { dimension_id: held.id, dimension_version: 2, description: "What does it say now?" },
      { name: "New", dimension_version: 1 },
    ]);
    expect((await rita.get(`${TEMPLATE}/detail/${template.id}`)).body.items).toMatchObject([{ dimension_version: 1 }]);
  });

  it("of another console is taken without the clips that are not here, and refused when it is no set", async () => {
    const template = await aTemplate(rita);
    const file = await exportOf(template.id);
    const strange = file.items.map((item) => ({
      ...item,
      key: `s${randomUUID().slice(0, 8)}`,
      rubric: { levels: [], good_asset_ids: [randomUUID()], bad_asset_ids: [] },
    }));
    const real = await importFile(rita, { ...file, items: strange }, false);
    expect((real.body.template as TemplateDetail).items).toMatchObject([{ rubric: { good_asset_ids: [] } }]);
    const twice = [...file.items, ...file.items];
    expect((await importFile(rita, { ...file, items: twice }, true)).status).toBe(422);
    const other = { ...file, format: "something else" } as unknown as TemplateFile;
    expect((await importFile(rita, other, true)).status).toBe(422);
  });
});
