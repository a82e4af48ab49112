import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabelExport } from "@dailies/contract";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anAdjudicator } from "../../../testing/builders/a-label-reviewer.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { labelExportWorkflowId, labellingTaskQueue } from "../filling/fill-label-task.rules.ts";
import { exportLabelsActivities } from "./export-labels.activities.ts";

const running = runApp();
const rig = runDataRig(running);
const { taskQueue, temporal } = useFeatureWorkers(labellingTaskQueue, () => exportLabelsActivities(rig.current.data));
let owner: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  [owner, ada, ben] = [await aCaller(running.current), await aCaller(running.current), await aCaller(running.current)];
});

const FIELDS = [
  { key: "caption", name: "Caption", input: { kind: "caption" } },
  { key: "good", name: "Good", is_required: false, input: { kind: "field", field: { type: "boolean" } } },
  { key: "acts", name: "Acts", input: { kind: "segments", classes: ["run"] } },
];
const PREFILLED = "a cat";
const SEGMENT = { start_us: 10, end_us: 20, class: "run", start_frame: 0, end_frame: 1 };

/** Runs the workflow as the outbox would start it. */
const finish = async (exportId: string): Promise<void> => {
  const { workflow } = await temporal.client();
  const how = { taskQueue, workflowId: labelExportWorkflowId(exportId), args: [{ exportId, requestId: "r" }] };
  await workflow.execute("exportLabels", how);
};

const begin = async (taskId: string, format: string, more: object = {}): Promise<string> => {
  const { body } = await owner.post(`/api_v1/label/export/create/${taskId}`, { format, request_key: newId(), ...more });
  return String(body.id);
};

/** JSON and Parquet have no other character set than UTF-8. */
const NAMES_CHARSET = /^(text\/csv; charset=utf-8|application\/(x-ndjson; charset=utf-8|json|vnd\.apache\.parquet))$/;

const downloadBytes = async (exportId: string): Promise<Buffer> => {
  const { status, headers } = await owner.get(`/api_v1/label/export/download/${exportId}`);
  expect(status).toBe(302);
  const file = await fetch(String(headers.location));
  expect(file.headers.get("content-type")).toMatch(NAMES_CHARSET);
  return Buffer.from(await file.arrayBuffer());
};
const download = async (exportId: string): Promise<string> => (await downloadBytes(exportId)).toString();

const exportNow = async (taskId: string, format: string, more: object = {}): Promise<LabelExport> => {
  const id = await begin(taskId, format, more);
  await finish(id);
  const { body } = await owner.get(`/api_v1/label/export/list/${taskId}`);
  const made = (body.items as LabelExport[]).find((file) => file.id === id);
  if (!made) throw new Error("the export is not listed");
  return made;
};

/** Reads the file with an engine that did not write it. */
const readParquet = async (bytes: Buffer): Promise<Record<string, unknown>[]> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-labels-"));
  const path = join(folder, "labels.parquet");
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(`select * from read_parquet('${path}')`)).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  await rm(folder, { recursive: true });
  return rows;
};

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const byPlace = (a: readonly unknown[], b: readonly unknown[]): number =>
  String(a.slice(0, 3)) < String(b.slice(0, 3)) ? -1 : 1;

/** Labels the two items of a task; returns item, person, field, value and whether a prefilled value was changed. */
const enterLabels = async (caller: Caller, taskId: string, captionOf: (n: number) => string): Promise<unknown[][]> => {
  const person = aLabeller(caller, taskId);
  const entered: unknown[][] = [];
  for (const n of [0, 1]) {
    const leased = await person.claimOne();
    const values = { caption: captionOf(n), acts: [SEGMENT], ...(n === 0 && { good: false }) };
    expect((await person.submit(leased, values)).status).toBe(200);
    const isEdited = values.caption !== PREFILLED;
    for (const [field, value] of Object.entries(values))
      entered.push([leased.item, caller.username, field, value, field === "caption" ? isEdited : null]);
  }
  return entered;
};

describe("an export of labels", () => {
  it("has exactly what was entered, a line for each item, person and field", async () => {
    const item = () => ({ prefill: { caption: PREFILLED } });
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS, item });
    const entered = [
      ...(await enterLabels(ada, taskId, () => PREFILLED)),
      ...(await enterLabels(ben, taskId, (n) => `=a "dog", ${n}\nrunning`)),
    ];
    const id = await begin(taskId, "jsonl");
    // Labels after the request are not part of the file.
    running.current.clock.advance(1_000);
    const revision = await running.current.db
      .selectFrom("label_revision")
      .select("id")
      .where("task_id", "=", taskId)
      .where("user_id", "=", ada.id)
      .where("seq", "=", 2)
      .executeTakeFirstOrThrow();
    expect((await aLabeller(ada, taskId).ask("undo", { revision_id: revision.id })).status).toBe(200);
    await finish(id);
    const lines = linesOf(await download(id));
    const seen = lines.map((line) => [line.item, line.person, line.field, line.value, line.is_edited]);
    expect(seen.toSorted(byPlace)).toEqual(entered.toSorted(byPlace));
    expect(lines[0]).toMatchObject({
      task_id: taskId,
      item_key: "key-0",
      ordinal: 0,
      kind: "caption",
      seconds: 1.5,
      revision: 1,
      template_version: 1,
      guidelines_version: 1,
      fps: 24,
      duration_us: 10_000_000,
    });
    const { body } = await owner.get(`/api_v1/label/export/list/${taskId}`);
    expect(body.items).toMatchObject([{ id, status: "Finished", rows_done: 10, error: null }]);

    const later = await begin(taskId, "csv");
    await finish(later);
    const csv = await download(later);
    expect(csv).toContain("task_id,dataset_id,dataset_version,item,item_key,ordinal,person,field,kind,value");
    // A text that a spreadsheet would run begins with an apostrophe; the label of item 2 by ada is undone now.
    expect(csv).toContain(`"'=a ""dog"", 0\nrunning"`);
    expect(csv.match(/\r\n/g)).toHaveLength(1 + 8);
  });

  it("of the same time has the same bytes and hash, whatever was labelled since", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS });
    await enterLabels(ada, taskId, () => "first");
    const as_of = running.current.clock.now().toISOString();
    const forms = [
      ["jsonl", {}],
      ["csv", { shape: "wide" }],
      ["parquet", { shape: "wide", answers: "majority" }],
      ["parquet", { answers: "raw" }],
      ["label_studio", {}],
    ] as const;
    const before = await Promise.all(forms.map(([format, form]) => exportNow(taskId, format, { ...form, as_of })));
    running.current.clock.advance(60_000);
    await enterLabels(ben, taskId, () => "second");
    for (const [at, [format, form]] of forms.entries()) {
      const again = await exportNow(taskId, format, { ...form, as_of });
      expect(again).toMatchObject({ sha256: before[at]?.sha256, rows_done: before[at]?.rows_done, as_of });
      expect(again.sha256).toBe(
        createHash("sha256")
          .update(await downloadBytes(again.id))
          .digest("hex"),
      );
      const now = await exportNow(taskId, format, form);
      expect(now.sha256).not.toBe(again.sha256);
    }
    const future = new Date(running.current.clock.now().getTime() + 1_000).toISOString();
    const refused = { format: "csv", as_of: future, request_key: newId() };
    expect((await owner.post(`/api_v1/label/export/create/${taskId}`, refused)).status).toBe(422);
  });

  it("is wide Parquet with the majority of each field, read by another engine", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS });
    await enterLabels(ada, taskId, () => "a");
    await enterLabels(ben, taskId, () => "b");
    const { id, rows_done } = await exportNow(taskId, "parquet", { shape: "wide", answers: "majority" });
    expect(rows_done).toBe(2);
    const rows = await readParquet(await downloadBytes(id));
    expect(rows).toMatchObject([
      {
        task_id: taskId,
        item_key: "key-0",
        ordinal: "0",
        labels: "2",
        fps: 24,
        duration_us: "10000000",
        media_type: "video/mp4",
        "value.good": false,
        "count.good": "2",
        "n.good": "2",
        "is_tie.good": false,
        "value.caption": null,
        "n.caption": "2",
        "value.acts": null,
      },
      { item_key: "key-1", "value.good": null, "n.good": null },
    ]);
  });

  it("has the answers of adjudicators as they were at a time, and the majority of other items", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS });
    await enterLabels(ada, taskId, () => "a");
    await enterLabels(ben, taskId, (n) => (n === 0 ? "b" : "a"));
    const before = running.current.clock.now().toISOString();
    running.current.clock.advance(1_000);
    const adjudicator = anAdjudicator(owner, taskId);
    const decided = { caption: "both", acts: [], good: true };
    expect((await adjudicator.decide(await adjudicator.claimOne(), decided)).status).toBe(200);
    const form = { shape: "wide", answers: "adjudicated" };
    const { id } = await exportNow(taskId, "jsonl", form);
    expect(linesOf(await download(id))).toMatchObject([
      { item: 1, labels: 2, is_adjudicated: true, "value.caption": "both", "value.good": true, "count.good": 2 },
      { item: 2, labels: 2, is_adjudicated: false, "value.caption": null },
    ]);
    const earlier = await exportNow(taskId, "jsonl", { ...form, as_of: before });
    expect(linesOf(await download(earlier.id))).toMatchObject([
      { item: 1, is_adjudicated: false, "value.caption": null, "value.good": false },
      { item: 2, is_adjudicated: false },
    ]);
  });

  it("is a list of Label Studio tasks with the labels of each person", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2, fields: FIELDS });
    await enterLabels(ada, taskId, () => "a");
    await enterLabels(ben, taskId, () => "b");
    const { id, rows_done } = await exportNow(taskId, "label_studio");
    expect(rows_done).toBe(2);
    const tasks = JSON.parse(await download(id)) as { data: object; annotations: { completed_by: object }[] }[];
    expect(tasks.map(({ annotations }) => annotations.length)).toEqual([2, 2]);
    expect(tasks[0]?.data).toMatchObject({ item_key: "key-0", fps: 24 });
    const wide = { format: "label_studio", shape: "wide", request_key: newId() };
    expect((await owner.post(`/api_v1/label/export/create/${taskId}`, wide)).status).toBe(422);
  });

  it("is readable by its requester only, and not before it is written", async () => {
    const taskId = await aLabelTask(rig.current, owner);
    const id = await begin(taskId, "jsonl");
    expect((await owner.get(`/api_v1/label/export/download/${id}`)).status).toBe(409);
    expect((await ada.get(`/api_v1/label/export/download/${id}`)).status).toBe(404);
    expect((await ada.post(`/api_v1/label/export/cancel/${id}`, {})).status).toBe(404);
    expect((await owner.post(`/api_v1/label/export/cancel/${id}`, {})).body).toMatchObject({ status: "Cancelled" });
    await finish(id);
    const { body } = await owner.get(`/api_v1/label/export/list/${taskId}`);
    expect(body.items).toMatchObject([{ id, status: "Cancelled" }]);
  });
});
