import { LABEL_STARTERS, type LabelTemplateDetail, labelStarter } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { someDataset } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const rig = runDataRig(app);
let ada: Caller;

beforeAll(async () => {
  ada = await aCaller(app.current);
});

const create = async (over: object = {}): Promise<LabelTemplateDetail> => {
  const body = { ...labelStarter("caption_edit"), name: `form ${newId()}`, request_key: newId(), ...over };
  return (await ada.post("/api_v1/label/template/create", body)).body as LabelTemplateDetail;
};

const useIn = async (template: LabelTemplateDetail): Promise<void> => {
  const { datasetId } = await someDataset(rig.current, ada, []);
  const { status } = await ada.post("/api_v1/label/task/create", {
    name: "uses it",
    template_id: template.id,
    template_version: template.version,
    source: { kind: "keys", dataset_id: datasetId, keys: ["a"] },
    is_started: false,
    request_key: newId(),
  });
  expect(status).toBe(200);
};

const update = (template: LabelTemplateDetail, change: object) => {
  const { name, description, fields, version } = template;
  const body = { name, description, fields, expect_version: version, ...change };
  return ada.post(`/api_v1/label/template/update/${template.id}`, body);
};

describe("a label template", () => {
  it.each(LABEL_STARTERS)("is created once per form from the starter %s, and read back as it was", async (starter) => {
    const request_key = newId();
    const made = await create({ ...labelStarter(starter), request_key });
    const again = await create({ ...labelStarter(starter), request_key });
    expect(again.id).toBe(made.id);
    expect(made).toMatchObject({ ...labelStarter(starter), version: 1, is_frozen: false, owner: ada.username });
  });

  it("is changed in place until a task uses it, and gets a next version afterwards", async () => {
    const first = await create();
    const changed = (await update(first, { description: "in place" })).body as LabelTemplateDetail;
    expect(changed).toMatchObject({ version: 1, description: "in place" });
    await useIn(changed);
    const next = (await update(changed, { description: "next" })).body as LabelTemplateDetail;
    expect(next).toMatchObject({ version: 2, description: "next", used_by_count: 1, is_frozen: false });
    expect(next.versions.map(({ version, used_by_count }) => [version, used_by_count])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    const before = await ada.get(`/api_v1/label/template/detail/${first.id}?version=1`);
    expect(before.body).toMatchObject({ version: 1, description: "in place", is_frozen: true });
    expect((await update(changed, { description: "too late" })).status).toBe(409);
  });

  it("keeps a version that a task uses, even from a direct change in the database", async () => {
    const template = await create();
    await useIn(template);
    const change = app.current.db
      .updateTable("label_template_version")
      .set({ name: "other" })
      .where("template_id", "=", template.id)
      .execute();
    await expect(change).rejects.toThrow("is in use");
  });

  it("is deleted when nothing uses it, and archived and restored otherwise", async () => {
    const unused = await create();
    const remove = (id: string, is_archived = true) => ada.post(`/api_v1/label/template/delete/${id}`, { is_archived });
    expect((await remove(unused.id)).body).toEqual({ ok: true, is_archived: false });
    expect((await ada.get(`/api_v1/label/template/detail/${unused.id}`)).status).toBe(404);
    const used = await create();
    await useIn(used);
    expect((await remove(used.id)).body).toEqual({ ok: true, is_archived: true });
    const list = async (isArchived: boolean) =>
      (
        (await ada.get(`/api_v1/label/template/list?q=${encodeURIComponent(used.name)}&is_archived=${isArchived}`)).body
          .items as LabelTemplateDetail[]
      ).length;
    expect([await list(true), await list(false)]).toEqual([1, 0]);
    expect((await remove(used.id, false)).body).toEqual({ ok: true, is_archived: false });
    expect(await list(false)).toBe(1);
  });
});
