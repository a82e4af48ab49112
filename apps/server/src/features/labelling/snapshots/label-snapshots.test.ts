import type { DatasetColumnSet, DatasetDetail, DatasetRow, Facet, LabelItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask, someDataset } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { sweepObjects, writeItems } from "../../../testing/rigs/dataset-jobs.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { labellingTaskQueue, labelSnapshotWorkflowId } from "../filling/fill-label-task.rules.ts";
import { snapshotLabelsActivities } from "./snapshot-labels.activities.ts";

const running = runApp();
const rig = runDataRig(running);
const { taskQueue, temporal } = useFeatureWorkers(labellingTaskQueue, () => snapshotLabelsActivities(rig.current.data));
let owner: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  [owner, ada, ben] = [await aCaller(running.current), await aCaller(running.current), await aCaller(running.current)];
});

const FIELDS = [
  { key: "decision", name: "D", input: { kind: "field", field: { type: "text", options: ["keep", "drop"] } } },
  {
    key: "stars",
    name: "S",
    is_required: false,
    input: { kind: "field", field: { type: "number", is_integer: true } },
  },
  { key: "sharp", name: "H", is_required: false, input: { kind: "field", field: { type: "boolean" } } },
  { key: "tags", name: "T", is_required: false, input: { kind: "field", field: { type: "list" } } },
  { key: "caption", name: "C", is_required: false, input: { kind: "caption" } },
];
const ITEMS = 12;
const LABELLED = 8;

const answerOf = (n: number, isSecond: boolean) => ({
  decision: n % 2 === 0 ? "keep" : "drop",
  // The second person disagrees on every fourth item, which is a tie.
  stars: isSecond && n % 4 === 0 ? 1 : 5,
  sharp: n % 3 === 0,
  tags: [`tag ${n}`],
  caption: `seen by ${isSecond ? "ben" : "ada"}`,
});

/** The items of a task lie in the dataset in the opposite order, so that a place is not mistaken for an ordinal. */
const aLabelledTask = async (overlap: number) => {
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    caption: `clip ${n}`,
    duration_s: 1 + n,
    score: n / 10,
    is_ok: n > 3,
  }));
  const dataset = await someDataset(rig.current, owner, items);
  const ordinalOf = (n: number): number => ITEMS - 1 - n;
  const item = (n: number) => ({ key: `key-${ordinalOf(n)}`, ordinal: ordinalOf(n) });
  const taskId = await aLabelTask(rig.current, owner, { items: ITEMS, overlap, fields: FIELDS, dataset, item });
  const people = overlap === 1 ? [ada] : [ada, ben];
  for (const person of people.map((caller) => aLabeller(caller, taskId))) {
    for (let n = 0; n < LABELLED; n++) {
      const leased: LabelItem = await person.claimOne();
      const values = answerOf(ordinalOf(leased.item - 1), person.caller === ben);
      expect((await person.submit(leased, values)).status).toBe(200);
    }
  }
  const labelled = Array.from({ length: LABELLED }, (_, n) => ordinalOf(n)).toSorted((a, b) => a - b);
  return { ...dataset, taskId, labelled };
};

const begin = async (taskId: string, body: object): Promise<DatasetColumnSet> => {
  const answer = await owner.post(`/api_v1/label/snapshot/create/${taskId}`, { request_key: newId(), ...body });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as DatasetColumnSet;
};

/** Runs the workflow as the outbox would start it. */
const finish = async (columnSetId: string): Promise<void> => {
  const { workflow } = await temporal.client();
  const how = { taskQueue, workflowId: labelSnapshotWorkflowId(columnSetId), args: [{ columnSetId, requestId: "r" }] };
  await workflow.execute("snapshotLabels", how);
};

const snapshot = async (taskId: string, body: object): Promise<DatasetColumnSet> => {
  const { id } = await begin(taskId, body);
  await finish(id);
  const { body: listed } = await owner.get(`/api_v1/label/snapshot/list/${taskId}`);
  const made = (listed.items as DatasetColumnSet[]).find((set) => set.id === id);
  if (!made) throw new Error("the column set is not listed");
  return made;
};

interface ItemPage {
  readonly items: DatasetRow[];
  readonly total: number;
  readonly next_cursor: string | null;
}
const ask = async <T>(datasetId: string, path: string, body: object): Promise<T> => {
  const answer = await owner.post(`/api_v1/dataset/${datasetId}/${path}`, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as T;
};
const ordinalsOf = async (datasetId: string, body: object): Promise<number[]> =>
  (await ask<ItemPage>(datasetId, "items", body)).items.map(({ ordinal }) => ordinal);

describe("labels as columns of their dataset version", () => {
  it("can be filtered, sorted, counted, sampled and read like its own columns", async () => {
    const { datasetId, version, taskId, labelled } = await aLabelledTask(1);
    const set = await snapshot(taskId, { name: "human", answers: "raw" });
    expect(set).toMatchObject({ status: "Finished", rows_done: LABELLED, version, name: "human", error: null });
    expect(set.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "human.decision text",
      "human.stars integer",
      "human.sharp boolean",
      "human.tags text",
      "human.caption text",
      "human.labels integer",
    ]);
    expect(set.sha256).toMatch(/^[0-9a-f]{64}$/);

    const drops = labelled.filter((n) => n % 2 === 1);
    const where = "human.decision = 'drop'";
    expect(await ordinalsOf(datasetId, { where })).toEqual(drops);
    expect(await ordinalsOf(datasetId, { where: "human.decision IS NULL" })).toEqual(
      Array.from({ length: ITEMS }, (_, n) => n).filter((n) => !labelled.includes(n)),
    );
    expect(await ordinalsOf(datasetId, { where: "NOT human.sharp = true AND score > 0.5" })).toEqual(
      Array.from({ length: ITEMS }, (_, n) => n).filter((n) => n > 5 && !(labelled.includes(n) && n % 3 === 0)),
    );
    expect(await ordinalsOf(datasetId, { where, order_by: "-score" })).toEqual(drops.toReversed());
    const sorted = await ordinalsOf(datasetId, { order_by: "human.decision" });
    expect(sorted.slice(0, drops.length)).toEqual(drops);

    const first = await ask<ItemPage>(datasetId, "items", { where, page_size: 2 });
    expect(first).toMatchObject({ total: drops.length });
    expect(await ordinalsOf(datasetId, { where, page_size: 2, cursor: first.next_cursor })).toEqual(drops.slice(2, 4));
    const [row] = first.items;
    expect(row?.values).toMatchObject({ "human.decision": "drop", "human.stars": 5, score: (drops[0] ?? 0) / 10 });
    expect(row?.values["human.tags"]).toBe(JSON.stringify([`tag ${drops[0]}`]));

    const fields = ["human.decision", "human.stars", "score"];
    const { facets, total } = await ask<{ facets: Facet[]; total: number }>(datasetId, "facets", {
      where: "score > 0.5",
      fields,
    });
    const shown = labelled.filter((n) => n > 5);
    expect(total).toBe(ITEMS - 6);
    expect(facets.map(({ field }) => field)).toEqual(["score", "human.decision", "human.stars"]);
    expect(facets[1]).toMatchObject({ nulls: total - shown.length, full_nulls: ITEMS - LABELLED });
    expect(facets[1]?.values).toContainEqual({
      value: "drop",
      count: shown.filter((n) => n % 2 === 1).length,
      full_count: drops.length,
    });

    const funnel = await ask<{ steps: { items: number }[] }>(datasetId, "funnel", { steps: ["score > 0.3", where] });
    expect(funnel.steps.map(({ items }) => items)).toEqual([ITEMS - 4, drops.filter((n) => n > 3).length]);
    const values = await ask<{ values: object[] }>(datasetId, "values", { field: "human.decision", starts_with: "dr" });
    expect(values.values).toEqual([{ value: "drop", count: drops.length }]);
    const sample = await owner.get(
      `/api_v1/dataset/${datasetId}/sample?count=50&strategy=stratified&by=human.decision`,
    );
    expect((sample.body.items as DatasetRow[]).map(({ ordinal }) => ordinal).toSorted((a, b) => a - b)).toEqual(
      labelled,
    );
    const item = await owner.get(`/api_v1/dataset/${datasetId}/item/${drops[0]}`);
    expect(item.body).toMatchObject({ item: { values: { "human.caption": "seen by ada", "human.labels": 1 } } });

    const detail = (await owner.get(`/api_v1/dataset/${datasetId}/detail`)).body as unknown as DatasetDetail;
    expect(detail.column_sets).toMatchObject([{ id: set.id, task_id: taskId, created_by: owner.username }]);
  });

  it("are the majority of several labels, without captions and without a value at a tie", async () => {
    const { datasetId, taskId, labelled } = await aLabelledTask(2);
    const raw = { name: "several", answers: "raw", request_key: newId() };
    expect((await owner.post(`/api_v1/label/snapshot/create/${taskId}`, raw)).status).toBe(422);
    const set = await snapshot(taskId, { name: "several" });
    expect(set.columns.map(({ name }) => name)).toEqual([
      "several.decision",
      "several.stars",
      "several.sharp",
      "several.tags",
      "several.labels",
      "several.agreement",
    ]);
    const ties = labelled.filter((n) => n % 4 === 0);
    expect(await ordinalsOf(datasetId, { where: "several.stars IS NULL AND several.labels = 2" })).toEqual(ties);
    expect(await ordinalsOf(datasetId, { where: "several.agreement < 1" })).toEqual(ties);
  });

  it("are written to exports of items, in the order of the items", async () => {
    const { datasetId, taskId, labelled } = await aLabelledTask(1);
    await snapshot(taskId, { name: "human", answers: "raw" });
    const body = { format: "csv", columns: ["score", "human.decision"], request_key: newId() };
    const { id } = await ask<{ id: string }>(datasetId, "export", body);
    await writeItems(rig.current, running.current, id);
    const { headers } = await owner.get(`/api_v1/dataset/export/${id}/download`);
    const csv = await (await fetch(String(headers.location))).text();
    const lines = Array.from({ length: ITEMS }, (_, n) => {
      const decision = labelled.includes(n) ? answerOf(n, false).decision : "";
      return `${n},key-${n},${n / 10},${decision}`;
    });
    expect(csv.replace("\uFEFF", "").trimEnd().split("\r\n")).toEqual(["ordinal,key,score,human.decision", ...lines]);
  });

  it("are as they were at the chosen time, and the same time gives the same file", async () => {
    const { taskId } = await aLabelledTask(1);
    const asOf = running.current.clock.now().toISOString();
    const before = await snapshot(taskId, { name: "before", answers: "raw", as_of: asOf });
    running.current.clock.advance(60_000);
    const person = aLabeller(ada, taskId);
    await person.submit(await person.claimOne(), answerOf(0, false));
    const again = await snapshot(taskId, { name: "later", answers: "raw" });
    expect([before.rows_done, again.rows_done]).toEqual([LABELLED, LABELLED + 1]);
    const future = {
      name: "future",
      as_of: new Date(Date.now() + 10 * 86_400_000).toISOString(),
      request_key: newId(),
    };
    expect((await owner.post(`/api_v1/label/snapshot/create/${taskId}`, future)).status).toBe(422);
  });

  it("belong to one version, and their name is taken for ever in it", async () => {
    const { datasetId, taskId } = await aLabelledTask(1);
    const key = newId();
    const set = await begin(taskId, { name: "human", request_key: key });
    expect((await begin(taskId, { name: "human", request_key: key })).id).toBe(set.id);
    const same = { name: "human", request_key: newId() };
    expect((await owner.post(`/api_v1/label/snapshot/create/${taskId}`, same)).status).toBe(409);
    await finish(set.id);
    expect((await owner.post(`/api_v1/dataset/columns/${set.id}/delete`, {})).status).toBe(200);
    expect((await owner.post(`/api_v1/label/snapshot/create/${taskId}`, same)).status).toBe(409);
    const answer = await owner.post(`/api_v1/dataset/${datasetId}/items`, { where: "human.labels = 1" });
    expect([answer.status, answer.body.detail]).toEqual([422, "there is no column human.labels"]);
  });

  it("cannot be removed while a saved view uses them, and their file is swept afterwards", async () => {
    const { datasetId, version, taskId } = await aLabelledTask(1);
    const set = await snapshot(taskId, { name: "human", answers: "raw" });
    const view = { name: "drops", version, where: "human.decision = 'drop'", filters: [], q: "", request_key: newId() };
    const { id: viewId, items } = await ask<{ id: string; items: number }>(datasetId, "view", view);
    expect(items).toBeGreaterThan(0);
    const { body: lineage } = await owner.get(`/api_v1/lineage/near/view/${viewId}`);
    expect(lineage.sources).toMatchObject({
      groups: [{ kind: "dataset" }, { kind: "label_snapshot", items: [{ id: set.id }] }],
    });
    const { body: ofSet } = await owner.get(`/api_v1/lineage/near/label_snapshot/${set.id}`);
    expect(ofSet).toMatchObject({
      sources: { groups: [{ kind: "label_task", items: [{ id: taskId }] }] },
      uses: { groups: [{ kind: "view", items: [{ id: viewId }] }] },
    });
    expect((await ada.post(`/api_v1/dataset/columns/${set.id}/delete`, {})).status).toBe(403);
    const refused = await owner.post(`/api_v1/dataset/columns/${set.id}/delete`, {});
    expect([refused.status, refused.body.detail]).toEqual([409, 'the view "drops" uses these columns']);
    expect((await owner.post(`/api_v1/dataset/view/${viewId}/delete`, {})).status).toBe(200);
    expect((await owner.post(`/api_v1/dataset/columns/${set.id}/delete`, {})).status).toBe(200);

    const { storage, catalogue } = rig.current;
    const folder = `${catalogue.folderKey(datasetId)}columns/`;
    expect(await storage.listObjects(folder, { limit: 10 })).toHaveLength(1);
    await sweepObjects(rig.current);
    expect(await storage.listObjects(folder, { limit: 10 })).toHaveLength(1);
    running.current.clock.advance(3_600_000);
    await sweepObjects(rig.current);
    expect(await storage.listObjects(folder, { limit: 10 })).toEqual([]);
  });
});
