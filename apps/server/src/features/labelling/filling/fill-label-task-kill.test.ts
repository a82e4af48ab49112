import type { LabelTaskDetail } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { aLabelTemplate, someDataset } from "../../../testing/builders/a-label-task.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers, killWhileHeld } from "../../../testing/rigs/killable-workers.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const rig = runDataRig(running);
const workers = killableWorkers(() => running.current.config.database.url, "label-fill-kill");

const ITEMS = 12_000;
const FIRST_BATCH = 5_000;

describe("filling a label task whose worker is killed between two batches", () => {
  it("ends with every item once, in order", async () => {
    const { db } = running.current;
    const ada = await aCaller(running.current);
    const items = Array.from({ length: ITEMS }, (_, n) => ({ seen: n, is_ok: true }));
    const { datasetId } = await someDataset(rig.current, ada, items);
    const view = { name: "all", order_by: "-seen", request_key: newId() };
    const { body: saved } = await ada.post(`/api_v1/dataset/${datasetId}/view`, view);
    const { body } = await ada.post("/api_v1/label/task/create", {
      name: "killed",
      template_id: await aLabelTemplate(ada),
      template_version: 1,
      source: { kind: "view", view_id: saved.id },
      request_key: newId(),
    });
    const id = String(body.id);
    const readTask = async () => (await ada.get(`/api_v1/label/task/detail/${id}`)).body as LabelTaskDetail;
    const first = await workers.start({});
    await killWhileHeld(db, async (tx) => {
      // The second batch waits for this row, which is never committed.
      await sql`insert into label_item (task_id, seq, item_key, ordinal, overlap)
        values (${id}, ${FIRST_BATCH + 1}, 'in the way', 0, 1)`.execute(tx);
      await eventually(
        async () => ((await readTask()).progress.items_total === FIRST_BATCH ? true : undefined),
        60_000,
      );
      return first;
    });
    await workers.start({});
    const done = await eventually(async () => {
      const task = await readTask();
      return task.status === "Filling" ? undefined : task;
    }, 120_000);
    expect(done).toMatchObject({ status: "Open", progress: { items_total: ITEMS } });
    const rows = await db
      .selectFrom("label_item")
      .select(["seq", "ordinal"])
      .where("task_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(rows.map(({ seq, ordinal }) => [seq, Number(ordinal)])).toEqual(
      Array.from({ length: ITEMS }, (_, n) => [n + 1, ITEMS - 1 - n]),
    );
  }, 200_000);
});
