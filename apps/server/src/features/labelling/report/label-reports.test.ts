import type { LabelReport, LabelReportState, LabelValues, ReportField } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { labellingTaskQueue } from "../filling/fill-label-task.rules.ts";
import { findMeasuredTask } from "./compared-labels.store.ts";
import { drawItems } from "./draw-items.ts";
import { labelReportWorkflowId } from "./label-report.rules.ts";
import { failReport } from "./label-report.store.ts";
import { measureLabelAgreementActivities } from "./measure-label-agreement.activities.ts";

const running = runApp();
const rig = runDataRig(running);
const { taskQueue, temporal } = useFeatureWorkers(labellingTaskQueue, () =>
  measureLabelAgreementActivities(rig.current.data),
);
let owner: Caller;
let ada: Caller;
let ben: Caller;
let cleo: Caller;

beforeAll(async () => {
  owner = await aCaller(running.current);
  [ada, ben, cleo] = [await aCaller(running.current), await aCaller(running.current), await aCaller(running.current)];
});

const plain = (key: string, field: object) => ({ key, name: key, input: { kind: "field", field } });
const FIELDS = [
  plain("decision", { type: "text", options: ["keep", "drop"] }),
  plain("rating", { type: "number", min: 1, max: 5, is_integer: true }),
  { ...plain("tags", { type: "list", options: ["a", "b", "c"], is_unique: true }), is_required: false },
  { key: "caption", name: "caption", input: { kind: "caption" } },
  { key: "acts", name: "acts", input: { kind: "segments", classes: ["run"] } },
];
const ITEMS = 30;
const CAPTION = "a cat on a mat";
const SEGMENT = { start_us: 0, end_us: 20, class: "run", start_frame: null, end_frame: null };

const label = async (
  caller: Caller,
  taskId: string,
  count: number,
  { valuesOf, durationMs = () => 1_500 }: { valuesOf: (n: number) => LabelValues; durationMs?: (n: number) => number },
): Promise<void> => {
  const person = aLabeller(caller, taskId);
  for (let n = 0; n < count; n++) {
    running.current.clock.advance(1_000);
    const item = await person.claimOne();
    expect(item.item).toBe(n + 1);
    const { status } = await person.submit(item, valuesOf(n), { duration_ms: durationMs(n) });
    expect(status).toBe(200);
  }
};

const decisionOf = (n: number): string => (n % 2 === 0 ? "keep" : "drop");
const usual = (n: number): LabelValues => ({
  decision: decisionOf(n),
  rating: 3,
  tags: ["a", "b"],
  caption: CAPTION,
  acts: [SEGMENT],
});

/**
 * Ada and Ben label all items: they differ in the decision on six of them, in the tags on all, and in the segments on ten.
 * Cleo labels five items like Ada. Everybody keeps the prefilled caption, and Ben hurries ten times.
 */
const aComparedTask = async (): Promise<string> => {
  const item = () => ({ prefill: { caption: CAPTION } });
  const taskId = await aLabelTask(rig.current, owner, { items: ITEMS, overlap: 3, fields: FIELDS, item });
  await label(ada, taskId, ITEMS, { valuesOf: usual });
  const valuesOf = (n: number): LabelValues => ({
    ...usual(n),
    decision: decisionOf(n < 6 ? n + 1 : n),
    tags: ["a"],
    acts: n < 10 ? [] : [SEGMENT],
  });
  await label(ben, taskId, ITEMS, { valuesOf, durationMs: (n) => (n < 10 ? 100 : 1_500) });
  await label(cleo, taskId, 5, { valuesOf: usual });
  return taskId;
};

const FAULT = { code: "unexpected", message: "secret", isRetryable: false };

const request = (taskId: string) => owner.post(`/api_v1/label/report/${taskId}`, {});
const read = async (taskId: string): Promise<LabelReportState> =>
  (await owner.get(`/api_v1/label/report/${taskId}`)).body as LabelReportState;

/** Runs the workflow as the outbox would start it. */
const measure = async (taskId: string, run: number): Promise<LabelReport> => {
  const { workflow } = await temporal.client();
  const workflowId = labelReportWorkflowId(taskId, run);
  await workflow.execute("measureLabelAgreement", { taskQueue, workflowId, args: [{ taskId, run, requestId: "r" }] });
  const { report } = await read(taskId);
  if (!report) throw new Error("there is no report");
  return report;
};

const fieldOf = ({ fields }: LabelReport, key: string): ReportField => {
  const field = fields.find((each) => each.key === key);
  if (!field) throw new Error(`the report has no field ${key}`);
  return field;
};
const pairOf = (field: ReportField, ...names: string[]) =>
  field.pairs.find(({ one, other }) => names.includes(one) && names.includes(other));

describe("the report of a label task", () => {
  it("measures every field by its kind, and hides figures of fewer than 20 items", async () => {
    const taskId = await aComparedTask();
    expect(await read(taskId)).toMatchObject({ status: "None", report: null, measured_at: null });
    expect((await request(taskId)).body).toMatchObject({ status: "Running", report: null });
    const report = await measure(taskId, 1);
    expect(report).toMatchObject({ items: ITEMS, labels: 65, is_sample: false, pairs_left_out: 0, people_left_out: 0 });

    const decision = fieldOf(report, "decision");
    // Ada and Ben agree on 24 of 30, Ada and Cleo on 5 of 5, Ben and Cleo on none of 5.
    expect(decision).toMatchObject({ measure: "nominal", overall: { items: ITEMS, kappa: { state: "absent" } } });
    expect(decision.overall).toMatchObject({ agreement: { value: 0.725 }, alpha: { state: "measured" } });
    const both = pairOf(decision, ada.username, ben.username);
    // Both chose each option 15 times, so chance alone gives one half.
    expect(both).toMatchObject({
      items: ITEMS,
      agreement: { value: 0.8 },
      coefficient: { state: "measured", value: 0.6 },
    });
    expect(both).toMatchObject({ disagreed: [1, 2, 3, 4, 5, 6], disagreed_count: 6 });
    expect(pairOf(decision, ada.username, cleo.username)).toEqual({
      state: "too_few",
      items: 5,
      one: expect.any(String),
      other: expect.any(String),
    });
    expect(decision.people.find(({ person }) => person === cleo.username)).toMatchObject({
      state: "too_few",
      items: 5,
    });

    // All ratings are equal: the agreement is full, and alpha is undefined.
    expect(fieldOf(report, "rating").overall).toMatchObject({
      agreement: { value: 1, low: 1, high: 1 },
      alpha: { state: "undefined" },
      values: [{ value: "3", count: 65 }],
    });
    expect(pairOf(fieldOf(report, "tags"), ada.username, ben.username)).toMatchObject({ agreement: { value: 0.5 } });
    expect(fieldOf(report, "caption").overall).toMatchObject({ agreement: { value: 1 }, alpha: { state: "absent" } });
    expect(pairOf(fieldOf(report, "acts"), ada.username, ben.username)).toMatchObject({
      agreement: { value: 0.6667 },
      coefficient: { state: "absent" },
      disagreed_count: 10,
    });
    for (const { overall } of report.fields) {
      if (overall.state !== "measured") throw new Error("every field was compared on 30 items");
      expect(overall.agreement.low).toBeLessThanOrEqual(overall.agreement.value);
      expect(overall.agreement.high).toBeGreaterThanOrEqual(overall.agreement.value);
    }
  });

  it("says how each person works, by week too", async () => {
    const taskId = await aComparedTask();
    await request(taskId);
    const { people, median_seconds } = await measure(taskId, 1);
    expect(median_seconds).toBe(1.5);
    expect(people.map(({ person, submitted }) => [person, submitted])).toEqual(
      [
        [ada.username, ITEMS],
        [ben.username, ITEMS],
        [cleo.username, 5],
      ].toSorted(([a, many], [b, more]) => Number(more) - Number(many) || (String(a) < String(b) ? -1 : 1)),
    );
    const of = (caller: Caller) => people.find(({ person }) => person === caller.username);
    expect(of(ada)).toMatchObject({ timed: ITEMS, median_seconds: 1.5, too_fast: 0, kept: 1, prefilled: ITEMS });
    expect(of(ben)).toMatchObject({ too_fast: 0.3333, compared: ITEMS });
    expect(of(ben)?.agreement?.value).toBeLessThan(1);
    expect(of(ben)?.weeks.reduce((total, { labels }) => total + labels, 0)).toBe(ITEMS);
    // Five labels say nothing.
    expect(of(cleo)).toMatchObject({ timed: 5, median_seconds: null, too_fast: null, kept: null, agreement: null });
    expect(of(cleo)?.weeks).toMatchObject([{ labels: 5, median_seconds: null, kept: null, agreement: null }]);
  });

  it("is measured once at a time and once a minute, and the last one stays while the next is measured", async () => {
    const taskId = await aLabelTask(rig.current, owner, { items: 2, overlap: 2 });
    const [one, other] = await Promise.all([request(taskId), request(taskId)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const starts = await running.current.db
      .selectFrom("outbox")
      .select("workflow_id")
      .where("workflow_id", "like", `label-report/${taskId}/%`)
      .execute();
    expect(starts).toEqual([{ workflow_id: labelReportWorkflowId(taskId, 1) }]);
    const report = await measure(taskId, 1);
    expect(report).toMatchObject({ items: 0, labels: 0, people: [] });
    expect(report.fields).toMatchObject([{ key: "caption", overall: { state: "too_few", items: 0 }, pairs: [] }]);
    const again = await request(taskId);
    expect([again.status, again.headers["retry-after"]]).toEqual([429, "60"]);
    running.current.clock.advance(60_000);
    expect((await request(taskId)).body).toMatchObject({ status: "Running", report: { items: 0 } });
    // A worker that was thought dead ends an older measurement.
    await failReport(running.current.db, { taskId, run: 1 }, FAULT);
    expect(await read(taskId)).toMatchObject({ status: "Running", error: null });
    await failReport(running.current.db, { taskId, run: 2 }, FAULT);
    const failed = await read(taskId);
    expect(failed).toMatchObject({ status: "Failed", report: { items: 0 } });
    expect(failed.error).not.toContain("secret");
  });

  it("is not for external users, asked or not, and there is none of a task that does not exist", async () => {
    const guest = await aCaller(running.current, { role: "partner" });
    const taskId = await aLabelTask(rig.current, owner, { people: [guest] });
    expect((await guest.get(`/api_v1/label/report/${taskId}`)).status).toBe(403);
    expect((await guest.post(`/api_v1/label/report/${taskId}`, {})).status).toBe(403);
    expect((await owner.get(`/api_v1/label/report/${newId()}`)).status).toBe(404);
    expect((await request(newId())).status).toBe(404);
  });
});

describe("the items of a report", () => {
  it("are drawn at random by the seed from a large task, each once", async () => {
    const { db } = running.current;
    const fields = Array.from({ length: 40 }, (_, n) => plain(`f${n}`, { type: "boolean" }));
    const taskId = await aLabelTask(rig.current, owner, { items: 1, overlap: 10, fields });
    await sql`insert into label_item (task_id, seq, item_key, ordinal, overlap, done)
      select ${taskId}, n, 'key ' || n, n, 10, case when n % 3 = 0 then 1 else 2 end
      from generate_series(2, 6000) n`.execute(db);
    const task = await findMeasuredTask(db, taskId);
    if (!task) throw new Error("the task exists");
    const drawn = await drawItems(db, taskId, task, 7);
    expect(drawn.isSample).toBe(true);
    // Two million values are 1,111 items with 45 pairs in 40 fields.
    expect(drawn.items).toHaveLength(1_111);
    expect(new Set(drawn.items).size).toBe(1_111);
    expect(drawn.items.filter((seq) => seq % 3 === 0)).toEqual([]);
    expect(drawn.items).toEqual((await drawItems(db, taskId, task, 7)).items);
    expect(drawn.items).not.toEqual((await drawItems(db, taskId, task, 8)).items);
    const later = drawn.items.filter((seq) => seq > 3_000).length;
    expect(later).toBeGreaterThan(450);
    expect(later).toBeLessThan(660);
  });
});
