import type { LabelPrefill } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask, type LabelTaskOptions } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { labellingTaskQueue, labelPrefillWorkflowId } from "../filling/fill-label-task.rules.ts";
import { prefillLabelTaskActivities } from "./prefill-label-task.activities.ts";

const running = runApp();
const rig = runDataRig(running);
const { taskQueue, temporal } = useFeatureWorkers(labellingTaskQueue, () =>
  prefillLabelTaskActivities(rig.current.data),
);
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  [ada, ben] = [await aCaller(running.current), await aCaller(running.current)];
});

const FIELDS = [
  { key: "caption", name: "Caption", input: { kind: "caption" } },
  { key: "acts", name: "Acts", is_required: false, input: { kind: "segments", classes: ["run"] } },
];
const aTask = (options: LabelTaskOptions = {}): Promise<string> =>
  aLabelTask(rig.current, ada, { items: 5, fields: FIELDS, ...options });

const announce = (taskId: string, file: Buffer, format: string, request_key = newId()) => {
  const body = { file_name: `values.${format}`, format, size_bytes: file.length, request_key };
  return ada.post(`/api_v1/label/prefill/create/${taskId}`, body);
};

interface Announced {
  readonly prefill: LabelPrefill;
  readonly upload: { readonly url: string; readonly headers: Record<string, string> } | null;
}

const upload = async (taskId: string, text: string, format = "csv"): Promise<string> => {
  const file = Buffer.from(text);
  const { prefill, upload: to } = (await announce(taskId, file, format)).body as unknown as Announced;
  const sent = await fetch(to?.url ?? "", { method: "PUT", body: file, headers: to?.headers ?? {} });
  expect(sent.status).toBe(200);
  return prefill.id;
};
const start = (id: string) => ada.post(`/api_v1/label/prefill/start/${id}`, {});

/** Runs the workflow as the outbox would start it. */
const finish = async (id: string): Promise<void> => {
  const { workflow } = await temporal.client();
  const how = { taskQueue, workflowId: labelPrefillWorkflowId(id), args: [{ prefillId: id, requestId: "r" }] };
  await workflow.execute("prefillLabelTask", how);
};

const shown = async (taskId: string, id: string): Promise<LabelPrefill> => {
  const { body } = await ada.get(`/api_v1/label/prefill/list/${taskId}`);
  const found = (body.items as LabelPrefill[]).find((file) => file.id === id);
  if (!found) throw new Error("the file is not listed");
  return found;
};

const importNow = async (taskId: string, text: string, format = "csv"): Promise<LabelPrefill> => {
  const id = await upload(taskId, text, format);
  expect((await start(id)).status).toBe(200);
  await finish(id);
  return shown(taskId, id);
};

const valuesOf = async (taskId: string) => {
  const rows = await running.current.db
    .selectFrom("label_item")
    .select(["item_key", "prefill", "prefill_score"])
    .where("task_id", "=", taskId)
    .orderBy("seq")
    .execute();
  return rows.map((row) => [row.item_key, row.prefill, row.prefill_score]);
};

describe("prefilling a label task from a file", () => {
  it("sets the values of items by key with their score, and names the lines that cannot be used", async () => {
    const taskId = await aTask({ item: (n) => (n === 1 ? { prefill: { caption: "from a column" } } : {}) });
    const file = [
      "key,caption,score",
      "key-0,a cat,0.25",
      'key-1,"two\nlines",',
      "key-0,again,1",
      "key-2,,0.5",
      "key-3,a dog,7",
      "elsewhere,a cow,0.1",
    ].join("\n");
    expect(await importNow(taskId, file)).toMatchObject({
      status: "Finished",
      rows_read: 3,
      rows_wrong: 4,
      items_read: 5,
      applied: 2,
      skipped: 0,
      error: null,
      faults: [
        { line: 5, reason: "the key is on line 2 already" },
        { line: 6, reason: "there is no value" },
        { line: 7, reason: expect.stringMatching(/^score: /) },
        { line: 8, reason: "the task has no item with this key" },
      ],
    });
    expect(await valuesOf(taskId)).toEqual([
      ["key-0", { caption: "a cat" }, 0.25],
      ["key-1", { caption: "two\nlines" }, null],
      ["key-2", null, null],
      ["key-3", null, null],
      ["key-4", null, null],
    ]);
    const item = await aLabeller(ben, taskId).claimOne();
    expect(item).toMatchObject({ item_key: "key-0", prefill: { caption: "a cat" }, prefill_score: 0.25 });
    const { db, data } = { db: running.current.db, data: rig.current.data };
    expect(await db.selectFrom("label_prefill_row").select("line").execute()).toEqual([]);
    const [stored] = await db.selectFrom("label_prefill").select(["object_key", "cleared_at"]).execute();
    expect(stored?.cleared_at).not.toBeNull();
    expect(await data.storage.headObject(stored?.object_key ?? "")).toBeUndefined();
  });

  it("leaves items that somebody has labelled or holds, and segments that end after the clip", async () => {
    const taskId = await aTask({ overlap: 2, item: (n) => (n === 4 ? { durationUs: 1_000 } : {}) });
    const person = aLabeller(ben, taskId);
    await person.submit(await person.claimOne());
    const held = await person.claimOne();
    expect(held.item_key).toBe("key-1");
    const segments = { acts: [{ start_us: 0, end_us: 2_000, class: "run" }] };
    const lines = [0, 1, 2, 3, 4].map((n) => JSON.stringify({ key: `key-${n}`, values: segments, score: 0.5 }));
    expect(await importNow(taskId, `${lines.join("\n")}\n`, "jsonl")).toMatchObject({
      status: "Finished",
      applied: 2,
      skipped: 2,
      rows_wrong: 1,
      faults: [{ line: 5, reason: "a segment ends after the clip" }],
    });
    const scores = (await valuesOf(taskId)).map(([, , score]) => score);
    expect(scores).toEqual([null, null, 0.5, 0.5, null]);
    expect((await person.submit(held)).status).toBe(200);
  });

  it("changes values of an earlier file by field, and the score with them", async () => {
    const taskId = await aTask({ items: 1 });
    const segments = [{ start_us: 0, end_us: 9, class: "run", start_frame: null, end_frame: null }];
    const first = JSON.stringify({ key: "key-0", values: { caption: "one", acts: segments }, score: 0.9 });
    await importNow(taskId, first, "jsonl");
    await importNow(taskId, "key,caption\nkey-0,two");
    expect(await valuesOf(taskId)).toEqual([["key-0", { caption: "two", acts: segments }, null]]);
  });

  it("fails with the reason for a file that cannot be read at all", async () => {
    const taskId = await aTask();
    const { status, error, applied } = await importNow(taskId, "caption,score\na cat,1");
    expect([status, applied]).toEqual(["Failed", 0]);
    expect(error).toContain("there is no column key");
    expect(await importNow(taskId, "\n\n", "jsonl")).toMatchObject({
      status: "Failed",
      error: "the file has no lines with values",
    });
  });

  it("keeps the first hundred wrong lines and counts all of them, over several batches", async () => {
    const taskId = await aTask();
    const lines = Array.from({ length: 2_500 }, (_, n) => `{"key": "none-${n}", "values": {"caption": "a"}}`);
    const done = await importNow(taskId, lines.join("\n"), "jsonl");
    expect(done).toMatchObject({ status: "Finished", rows_read: 2_500, rows_wrong: 2_500, applied: 0 });
    expect(done.faults.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });
});

describe("a file of prefilled values", () => {
  it("is announced once, and read only when all of it has arrived", async () => {
    const taskId = await aTask();
    const file = Buffer.from("key,caption\nkey-0,a cat");
    const key = newId();
    const [first, second] = [await announce(taskId, file, "csv", key), await announce(taskId, file, "csv", key)];
    const { prefill, upload: to } = first.body as unknown as Announced;
    expect((second.body as unknown as Announced).prefill.id).toBe(prefill.id);
    expect(await start(prefill.id)).toMatchObject({ status: 409 });
    const put = (body: Buffer) => fetch(to?.url ?? "", { method: "PUT", body, headers: to?.headers ?? {} });
    expect((await put(Buffer.concat([file, file]))).status).toBeGreaterThanOrEqual(400);
    expect((await put(file)).status).toBe(200);
    expect((await put(file)).status).toBe(412);
    expect((await start(prefill.id)).body).toMatchObject({ status: "Waiting" });
    expect((await start(prefill.id)).body).toMatchObject({ status: "Waiting" });
    const outbox = await running.current.db
      .selectFrom("outbox")
      .select("workflow_id")
      .where("workflow_id", "=", labelPrefillWorkflowId(prefill.id))
      .execute();
    expect(outbox).toHaveLength(1);
    const other = await upload(taskId, "key,caption\nkey-1,a dog");
    expect(await start(other)).toMatchObject({ status: 409 });
    await finish(prefill.id);
    expect((await start(other)).status).toBe(200);
  });

  it("is not read any more after it was cancelled", async () => {
    const taskId = await aTask();
    const id = await upload(taskId, "key,caption\nkey-0,a cat");
    await start(id);
    expect((await ben.post(`/api_v1/label/prefill/cancel/${id}`, {})).body).toMatchObject({ status: "Cancelled" });
    await finish(id);
    expect(await shown(taskId, id)).toMatchObject({ status: "Cancelled", applied: 0, rows_read: 0 });
    expect((await valuesOf(taskId))[0]).toEqual(["key-0", null, null]);
  });

  it("is refused for a task that is not open", async () => {
    const taskId = await aTask();
    const id = await upload(taskId, "key,caption\nkey-0,a cat");
    await ada.post(`/api_v1/label/task/status/${taskId}`, { action: "close" });
    expect((await start(id)).status).toBe(409);
    expect((await announce(taskId, Buffer.from("key"), "csv")).status).toBe(409);
  });
});
