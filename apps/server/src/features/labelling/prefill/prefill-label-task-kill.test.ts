import type { LabelPrefill } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers, killWhileHeld } from "../../../testing/rigs/killable-workers.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const rig = runDataRig(running);
const workers = killableWorkers(() => running.current.config.database.url, "label-prefill-kill");

const ITEMS = 5_000;
const FIRST_RANGE = 2_000;

describe("prefilling a label task whose worker is killed between two ranges of items", () => {
  it("ends with every item prefilled once, and right counts", async () => {
    const { db } = running.current;
    const ada = await aCaller(running.current);
    const taskId = await aLabelTask(rig.current, ada, { items: ITEMS });
    const lines = Array.from({ length: ITEMS }, (_, n) => `key-${n},caption of ${n},0.5`);
    const file = Buffer.from(["key,caption,score", ...lines, "unknown,a,1"].join("\n"));
    const body = { file_name: "captions.csv", format: "csv", size_bytes: file.length, request_key: newId() };
    const { prefill, upload } = (await ada.post(`/api_v1/label/prefill/create/${taskId}`, body)).body as {
      prefill: LabelPrefill;
      upload: { url: string; headers: Record<string, string> };
    };
    await fetch(upload.url, { method: "PUT", body: file, headers: upload.headers });
    await ada.post(`/api_v1/label/prefill/start/${prefill.id}`, {});
    const read = async (): Promise<LabelPrefill | undefined> =>
      ((await ada.get(`/api_v1/label/prefill/list/${taskId}`)).body.items as LabelPrefill[])[0];
    const first = await workers.start({});
    await killWhileHeld(db, async (tx) => {
      // The second range waits for this item.
      await sql`select from label_item where task_id = ${taskId} and seq = ${FIRST_RANGE + 1} for update`.execute(tx);
      await eventually(async () => ((await read())?.items_read === FIRST_RANGE ? true : undefined), 60_000);
      return first;
    });
    await workers.start({});
    const done = await eventually(async () => {
      const now = await read();
      return now?.status === "Running" ? undefined : now;
    }, 120_000);
    expect(done).toMatchObject({
      status: "Finished",
      rows_read: ITEMS + 1,
      applied: ITEMS,
      skipped: 0,
      rows_wrong: 1,
      faults: [{ line: ITEMS + 2, reason: "the task has no item with this key" }],
    });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from label_item where task_id = ${taskId}
      and prefill->>'caption' = 'caption of ' || (seq - 1) and prefill_score = 0.5`.execute(db);
    expect(rows[0]?.n).toBe(ITEMS);
  }, 200_000);
});
