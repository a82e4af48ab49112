import type { LabelExport } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { removeLabelFiles } from "./sweep-label-files.activities.ts";

const running = runApp();
const rig = runDataRig(running);
const DAY_MS = 86_400_000;
const { signal } = new AbortController();
let ada: Caller;

beforeAll(async () => {
  ada = await aCaller(running.current);
});

/** Sweeps as if so many days had passed: a session would have ended by then. */
const sweepAfter = async (days: number): Promise<void> => {
  const { data, clock } = rig.current;
  const later = { ...data, clock: () => new Date(clock().getTime() + days * DAY_MS) };
  for (let batch = 0; batch < 20 && (await removeLabelFiles(later, signal)); batch++);
};

/** A file that was written some days ago, as the worker would have left it. */
const aFinishedExport = async (taskId: string, daysAgo: number): Promise<{ id: string; objectKey: string }> => {
  const { body } = await ada.post(`/api_v1/label/export/create/${taskId}`, { format: "csv", request_key: newId() });
  const id = String(body.id);
  const objectKey = `catalogue/labels/${taskId}/${id}.csv`;
  await rig.current.data.storage.putObject(objectKey, Buffer.from("labels"), { contentType: "text/csv" });
  const at = new Date(rig.current.clock().getTime() - daysAgo * DAY_MS);
  await sql`update label_export set status = 'Finished', created_at = ${at}, finished_at = ${at}, bytes = 6,
    object_key = ${objectKey} where id = ${id}`.execute(running.current.db);
  return { id, objectKey };
};

const isStored = async (key: string): Promise<boolean> =>
  (await rig.current.data.storage.headObject(key)) !== undefined;

describe("the sweep of label files", () => {
  it("removes an export 30 days after it was written, and says so", async () => {
    const taskId = await aLabelTask(rig.current, ada);
    const [old, young] = [await aFinishedExport(taskId, 29), await aFinishedExport(taskId, 2)];
    await sweepAfter(0.9);
    expect([await isStored(old.objectKey), await isStored(young.objectKey)]).toEqual([true, true]);
    await sweepAfter(1.1);
    expect([await isStored(old.objectKey), await isStored(young.objectKey)]).toEqual([false, true]);
    const { body } = await ada.get(`/api_v1/label/export/list/${taskId}`);
    const [first, second] = body.items as LabelExport[];
    expect([first?.id, first?.is_expired]).toEqual([young.id, false]);
    expect([second?.id, second?.is_expired, second?.status]).toEqual([old.id, true, "Finished"]);
    expect(Date.parse(second?.expires_at ?? "") - Date.parse(second?.finished_at ?? "")).toBe(30 * DAY_MS);
    const refused = await ada.get(`/api_v1/label/export/download/${old.id}`);
    expect(refused).toMatchObject({ status: 409 });
    expect(JSON.stringify(refused.body)).toContain("removed after 30 days");
    expect((await ada.get(`/api_v1/label/export/download/${young.id}`)).status).toBe(302);
  });

  it("cancels an import whose file was never completed, and removes what has arrived of it", async () => {
    const { db } = running.current;
    const taskId = await aLabelTask(rig.current, ada);
    const body = { file_name: "captions.csv", format: "csv", size_bytes: 10, request_key: newId() };
    const { prefill } = (await ada.post(`/api_v1/label/prefill/create/${taskId}`, body)).body as {
      prefill: { id: string };
    };
    const { object_key: key } = await db
      .selectFrom("label_prefill")
      .select("object_key")
      .where("id", "=", prefill.id)
      .executeTakeFirstOrThrow();
    await rig.current.data.storage.putObject(key, Buffer.from("0123456789"), { contentType: "text/csv" });
    await sweepAfter(0.9);
    expect(await isStored(key)).toBe(true);
    await sweepAfter(1.1);
    expect(await isStored(key)).toBe(false);
    const { items } = (await ada.get(`/api_v1/label/prefill/list/${taskId}`)).body as { items: { status: string }[] };
    expect(items[0]?.status).toBe("Cancelled");
    expect(await removeLabelFiles(rig.current.data, signal)).toBe(false);
  });
});
