import type { LabelPrefill } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../../testing/builders/a-label-task.ts";
import { captureLog } from "../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import {
  aModelPerformer,
  aShardedDataset,
  runLabellingModel,
  runModelPrefillDeps,
} from "../../../../testing/rigs/labelling/model-rig.ts";
import { runActivities, type TestWorker, useFeatureWorkers } from "../../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import {
  labellingTaskQueue,
  labelModelsTaskQueue,
  labelPrefillWorkflowId,
} from "../../filling/fill-label-task.rules.ts";
import { prefillLabelTaskActivities } from "../prefill-label-task.activities.ts";
import { askModelActivities } from "./ask-model.activities.ts";

const model = runLabellingModel();
const running = runApp();
const rig = runDataRig(running);
const deps = runModelPrefillDeps(model, running, rig);
const { taskQueue, temporal } = useFeatureWorkers(labellingTaskQueue, () =>
  prefillLabelTaskActivities(rig.current.data),
);
let ada: Caller;
let asking: TestWorker;

beforeAll(async () => {
  ada = await aCaller(running.current);
  const activities = askModelActivities(deps.current);
  const { log } = captureLog();
  asking = await runActivities({ taskQueue: labelModelsTaskQueue(taskQueue), activities, log });
});
afterAll(() => asking.stop());

/** Starts a run, changes something, and runs the workflow as the outbox would start it. */
const runWorkflow = async (change: (performerId: string) => Promise<unknown>): Promise<LabelPrefill | undefined> => {
  const dataset = await aShardedDataset(rig.current, ada, 3);
  const taskId = await aLabelTask(rig.current, ada, { items: 3, dataset });
  const performer_id = await aModelPerformer(rig.current, model.current);
  const body = { performer_id, max_items: 10, request_key: newId() };
  const prefillId = String((await ada.post(`/api_v1/label/prefill/ask/${taskId}`, body)).body.id);
  await change(performer_id);
  const { workflow } = await temporal.client();
  const input = { prefillId, source: "model", requestId: "r" };
  const how = { taskQueue, workflowId: labelPrefillWorkflowId(prefillId), args: [input] };
  await workflow.execute("prefillLabelTask", how);
  return ((await ada.get(`/api_v1/label/prefill/list/${taskId}`)).body.items as LabelPrefill[])[0];
};

const clearedAt = async (id: string | undefined): Promise<Date | null | undefined> =>
  (
    await running.current.db
      .selectFrom("label_prefill")
      .select("cleared_at")
      .where("id", "=", id ?? "")
      .executeTakeFirst()
  )?.cleared_at;

describe("the workflow of a run by a model", () => {
  it("asks about all items and clears what is left of the run", async () => {
    const done = await runWorkflow(async () => undefined);
    expect(done).toMatchObject({ status: "Finished", applied: 3, error: null });
    expect(await clearedAt(done?.id)).toBeInstanceOf(Date);
    expect(await running.current.db.selectFrom("label_prefill_question").select("seq").execute()).toEqual([]);
  });

  it("ends with the reason when the performer cannot be asked any more", async () => {
    const failed = await runWorkflow((id) =>
      sql`update performer set is_enabled = false where id = ${id}`.execute(running.current.db),
    );
    expect(failed).toMatchObject({ status: "Failed", applied: 0 });
    expect(failed?.error).toMatch(/cannot be asked any more$/);
    expect(await clearedAt(failed?.id)).toBeInstanceOf(Date);
  });
});
