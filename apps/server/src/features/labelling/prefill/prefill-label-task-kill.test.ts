import type { LabelPrefill } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers, killWhileHeld, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { aModelPerformer, aShardedDataset, runLabellingModel } from "../../../testing/rigs/labelling/model-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const model = runLabellingModel();
const running = runApp();
const rig = runDataRig(running);
const workers = killableWorkers(() => running.current.config.database.url, "label-prefill-kill");
let ada: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
});

const startWorker = () => workers.start({ DAILIES_PERFORMER_ORIGINS: model.current.url });

/** Kills the worker while it waits for the first item after so many, and lets another one finish. */
const finishAfterKill = async (taskId: string, readItems: number): Promise<LabelPrefill | undefined> => {
  const { db } = running.current;
  const read = async (): Promise<LabelPrefill | undefined> =>
    ((await ada.get(`/api_v1/label/prefill/list/${taskId}`)).body.items as LabelPrefill[])[0];
  const first = await startWorker();
  await killWhileHeld(db, async (tx) => {
    await sql`select from label_item where task_id = ${taskId} and seq = ${readItems + 1} for update`.execute(tx);
    await eventually(async () => ((await read())?.items_read === readItems ? true : undefined), 60_000);
    return first;
  });
  const second = await startWorker();
  const done = await eventually(async () => {
    const now = await read();
    return now?.status === "Running" ? undefined : now;
  }, 120_000);
  await killWorker(second);
  return done;
};

const countItems = async (taskId: string, caption: string, score: number): Promise<number | undefined> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from label_item where task_id = ${taskId}
    and prefill->>'caption' = ${caption} || (seq - 1) and prefill_score = ${score}`.execute(running.current.db);
  return rows[0]?.n;
};

describe("prefilling a label task whose worker is killed between two ranges of items", () => {
  it("from a file ends with every item prefilled once, and right counts", async () => {
    const [items, firstRange] = [5_000, 2_000];
    const taskId = await aLabelTask(rig.current, ada, { items });
    const lines = Array.from({ length: items }, (_, n) => `key-${n},caption of ${n},0.5`);
    const file = Buffer.from(["key,caption,score", ...lines, "unknown,a,1"].join("\n"));
    const body = { file_name: "captions.csv", format: "csv", size_bytes: file.length, request_key: newId() };
    const { prefill, upload } = (await ada.post(`/api_v1/label/prefill/create/${taskId}`, body)).body as {
      prefill: LabelPrefill;
      upload: { url: string; headers: Record<string, string> };
    };
    await fetch(upload.url, { method: "PUT", body: file, headers: upload.headers });
    await ada.post(`/api_v1/label/prefill/start/${prefill.id}`, {});
    expect(await finishAfterKill(taskId, firstRange)).toMatchObject({
      status: "Finished",
      rows_read: items + 1,
      applied: items,
      skipped: 0,
      rows_wrong: 1,
      faults: [{ line: items + 2, reason: "the task has no item with this key" }],
    });
    expect(await countItems(taskId, "caption of ", 0.5)).toBe(items);
  }, 200_000);

  it("by a model asks about every item, counts each once, and leaves no copies of clips", async () => {
    const [items, firstRange] = [50, 20];
    const dataset = await aShardedDataset(rig.current, ada, items);
    const taskId = await aLabelTask(rig.current, ada, { items, dataset });
    const pricing = { unit: "call", unit_price_micros: 100 } as const;
    const performer_id = await aModelPerformer(rig.current, model.current, { pricing });
    const limits = { max_items: items, max_cost_micros: items * 100 };
    await ada.post(`/api_v1/label/prefill/ask/${taskId}`, { performer_id, ...limits, request_key: newId() });
    expect(await finishAfterKill(taskId, firstRange)).toMatchObject({
      status: "Finished",
      applied: items,
      rows_wrong: 0,
      model: { asked: items, cost: { amount_micros: items * 100 }, ended_by: null },
    });
    expect(await countItems(taskId, "a caption of clip-", 0.75)).toBe(items);
    const { asked } = model.current;
    expect(new Set(asked.map(({ key }) => key)).size).toBe(items);
    // Only what was in flight is asked again.
    expect(asked.length).toBeLessThanOrEqual(items + 4);
    const left = () => rig.current.storage.listObjects(`catalogue/labels/${taskId}/`, { limit: 10 });
    expect(await left()).toEqual([]);
  }, 200_000);
});
