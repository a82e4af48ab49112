import type { LabelTaskDetail } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTemplate, someDataset } from "../../../testing/builders/a-label-task.ts";
import { openRigReplicas, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import type { FillDeps } from "../filling/fill-items.ts";
import { fillItems } from "../filling/fill-items.ts";
import { addItems } from "./add-items.ts";
import { failAddition } from "./label-addition.store.ts";

const running = runApp();
const rig = runDataRig(running);
const { signal } = new AbortController();
const ITEMS = 30;
let opened: Awaited<ReturnType<typeof openRigReplicas>>;
let deps: FillDeps;
let ada: Caller;
let datasetId = "";

beforeAll(async () => {
  ada = await aCaller(running.current);
  const items = Array.from({ length: ITEMS }, (_, n) => ({ caption: `clip ${n}`, seen: n, is_ok: true }));
  ({ datasetId } = await someDataset(rig.current, ada, items));
  opened = await openRigReplicas(rig.current, running.current);
  deps = { ...rig.current.data, replicas: opened.replicas };
});
afterAll(() => opened?.close());

const aView = async (where: string, of = datasetId): Promise<string> => {
  const body = { name: `view ${newId()}`, where, order_by: "-seen", request_key: newId() };
  return String((await ada.post(`/api_v1/dataset/${of}/view`, body)).body.id);
};

/** An open task of the items 0 to 4, the last first. */
const anOpenTask = async (more: object = {}): Promise<string> => {
  const { body } = await ada.post("/api_v1/label/task/create", {
    name: "grows",
    template_id: await aLabelTemplate(ada),
    template_version: 1,
    source: { kind: "view", view_id: await aView("seen < 5") },
    prefill: [{ field: "caption", column: "caption" }],
    request_key: newId(),
    ...more,
  });
  await fillItems(deps, String(body.id), signal);
  return String(body.id);
};

const ask = (id: string, source: object, request_key = newId()) =>
  ada.post(`/api_v1/label/task/add-items/${id}`, { source, request_key });
const detailOf = async (id: string): Promise<LabelTaskDetail> =>
  (await ada.get(`/api_v1/label/task/detail/${id}`)).body as LabelTaskDetail;
const itemsOf = async (id: string): Promise<[number, string, unknown][]> => {
  const rows = await running.current.db
    .selectFrom("label_item")
    .select(["seq", "item_key", "prefill"])
    .where("task_id", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, item_key, prefill }) => [seq, item_key, prefill]);
};

describe("a task of the disagreements of an earlier one", () => {
  const FORM = [
    { key: "caption", name: "Caption", input: { kind: "caption" } },
    { key: "keep", name: "Keep", input: { kind: "field", field: { type: "boolean" } } },
  ];
  const create = (source: object, more: object = {}, template_id?: string) =>
    aLabelTemplate(ada, FORM).then((made) =>
      ada.post("/api_v1/label/task/create", {
        name: "second opinion",
        template_id: template_id ?? made,
        template_version: 1,
        source,
        request_key: newId(),
        ...more,
      }),
    );

  it("copies the items below an agreement, or those that wait for an adjudicator, with their prefilled values", async () => {
    const mei = await aCaller(running.current);
    const form = await aLabelTemplate(ada, FORM);
    const id = await anOpenTask({ overlap: 2, adjudicate_below: 50, template_id: form });
    const agreed = { caption: "a cat", keep: true };
    const others = [agreed, { caption: "a dog by the sea", keep: false }, { ...agreed, keep: false }, agreed, agreed];
    for (const [caller, labels] of [
      [ada, Array(5).fill(agreed)],
      [mei, others],
    ] as const) {
      const labeller = aLabeller(caller, id);
      for (const values of labels) await labeller.submit(await labeller.claimOne(), values);
    }
    const made = async (below: number | null) => {
      const { body } = await create({ kind: "disagreements", task_id: id, below });
      expect(body).toMatchObject({ status: "Filling", source: { from_task: { id, name: "grows", below } } });
      await fillItems(deps, String(body.id), signal);
      return String(body.id);
    };
    const [pending, below] = [await made(null), await made(100)];
    expect(await itemsOf(pending)).toEqual([[1, "key-3", { caption: "clip 3" }]]);
    expect(await itemsOf(below)).toMatchObject([
      [1, "key-3", { caption: "clip 3" }],
      [2, "key-2", { caption: "clip 2" }],
    ]);
    expect(await detailOf(below)).toMatchObject({ status: "Open", progress: { items_total: 2, labels_total: 2 } });
    await fillItems(deps, below, signal);
    expect(await itemsOf(below)).toHaveLength(2);
  });

  it("refuses tasks that were never open, an order and prefilled columns, and fails without any disagreement", async () => {
    const never = await create({ kind: "disagreements", task_id: newId() });
    expect(never.status).toBe(404);
    const id = await anOpenTask();
    const source = { kind: "disagreements", task_id: id };
    expect((await create(source, { order: "random" })).status).toBe(422);
    expect((await create(source, { prefill: [{ field: "caption", column: "caption" }] })).status).toBe(422);
    const { body } = await create(source);
    await expect(fillItems(deps, String(body.id), signal)).rejects.toThrow("this task would be empty");
  });
});

describe("adding items to a label task", () => {
  it("appends the items of a view after the last one, without those that are there, while labelling goes on", async () => {
    const id = await anOpenTask();
    const before = await aLabeller(ada, id).claim(4);
    expect(before.items).toHaveLength(4);
    const asked = await ask(id, { kind: "view", view_id: await aView("seen >= 3 and seen < 8") });
    expect(asked.body).toMatchObject({ status: "Open", addition: { status: "Running", added: 0 } });
    await addItems(deps, id, signal);
    expect(await itemsOf(id)).toMatchObject([
      [1, "key-4", { caption: "clip 4" }],
      [2, "key-3", {}],
      [3, "key-2", {}],
      [4, "key-1", {}],
      [5, "key-0", {}],
      [6, "key-7", { caption: "clip 7" }],
      [7, "key-6", {}],
      [8, "key-5", {}],
    ]);
    expect(await detailOf(id)).toMatchObject({
      progress: { items_total: 8 },
      addition: { status: "Finished", added: 3, duplicates: 2, missing_keys: 0, error: null },
    });
  });

  it("gives the new items to somebody who had labelled everything before", async () => {
    const id = await anOpenTask();
    const labeller = aLabeller(ada, id);
    for (let n = 0; n < 5; n++) await labeller.submit(await labeller.claimOne());
    expect((await labeller.claim()).queue.state).toBe("done");
    await ask(id, { kind: "keys", keys: ["key-9", "no such", "key-0", "key-9"] });
    await addItems(deps, id, signal);
    expect((await labeller.claimOne()).item_key).toBe("key-9");
    const { addition } = await detailOf(id);
    expect(addition).toMatchObject({ added: 1, duplicates: 1, missing_keys: 1, view_name: null });
  });

  it("adds nothing twice when the worker repeats it, or the form is sent again", async () => {
    const id = await anOpenTask();
    const [source, key] = [{ kind: "view", view_id: await aView("") }, newId()];
    await ask(id, source, key);
    await addItems(deps, id, signal);
    // As if the worker had been killed after its last batch, before it could report the end.
    await running.current.db
      .updateTable("label_addition")
      .set({ status: "Running", finished_at: null })
      .where("task_id", "=", id)
      .execute();
    await addItems(deps, id, signal);
    expect((await itemsOf(id)).map(([seq]) => seq)).toEqual(Array.from({ length: ITEMS }, (_, n) => n + 1));
    expect(new Set((await itemsOf(id)).map(([, itemKey]) => itemKey)).size).toBe(ITEMS);
    expect(await detailOf(id)).toMatchObject({ addition: { added: 25, duplicates: 5 } });
    expect((await ask(id, source, key)).body).toMatchObject({ addition: { status: "Finished" } });
    expect((await ask(await anOpenTask(), source, key)).status).toBe(409);
  });

  it("refuses a second addition meanwhile, tasks that are not open, and views of other datasets or versions", async () => {
    const id = await anOpenTask();
    const keys = { kind: "keys", keys: ["key-9"] };
    expect((await ask(id, keys)).status).toBe(200);
    expect((await ask(id, keys)).status).toBe(409);
    await failAddition(running.current.db, id, "the dataset cannot be read", new Date());
    expect((await detailOf(id)).addition).toMatchObject({ status: "Failed", error: "the dataset cannot be read" });
    const other = await someDataset(rig.current, ada, [{ seen: 1, is_ok: true }]);
    expect((await ask(id, { kind: "view", view_id: await aView("", other.datasetId) })).status).toBe(404);
    expect((await ask(id, { kind: "view", view_id: newId() })).status).toBe(404);
    await ada.post(`/api_v1/label/task/status/${id}`, { action: "close" });
    expect((await ask(id, keys)).status).toBe(409);
    expect((await ask(await anOpenTask({ is_started: false }), keys)).status).toBe(409);
  });

  it("stops when the task is closed meanwhile", async () => {
    const id = await anOpenTask();
    await ask(id, { kind: "keys", keys: ["key-9"] });
    await ada.post(`/api_v1/label/task/status/${id}`, { action: "close" });
    await expect(addItems(deps, id, signal)).rejects.toThrow("does not take items any more");
    expect(await itemsOf(id)).toHaveLength(5);
  });
});
