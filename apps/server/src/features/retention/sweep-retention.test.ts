import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { anEvaluation, aRater } from "../../testing/builders/an-evaluation.ts";
import { anExport } from "../../testing/builders/an-export.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { SETTINGS } from "../settings/index.ts";
import { type RetentionDeps, sweepRetentionActivities } from "./sweep-retention.activities.ts";

const running = runApp();
const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<string, number>> = {
  [SETTINGS.retentionExportFilesDays.key]: 10,
  [SETTINGS.retentionDraftsDays.key]: 20,
  [SETTINGS.retentionJobLogsDays.key]: 30,
};
let ada: Caller;
let storage: ObjectStorage;

beforeAll(async () => {
  ada = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  storage = createObjectStorage(running.current.config.s3);
  return () => storage.close();
});

const sweep = async (): Promise<void> => {
  const { db, clock } = running.current;
  const settings = { get: ({ key }: { key: string }) => DAYS[key] } as RetentionDeps["settings"];
  const { sweepRetentionBatch } = sweepRetentionActivities({
    db,
    clock: clock.now,
    settings,
    storage,
    datasetsStorage: storage,
  });
  while (await sweepRetentionBatch());
};

const aWrittenExport = async (taskId: string): Promise<{ id: string; key: string }> => {
  const { db, clock } = running.current;
  const id = await anExport(db, { createdBy: ada.id, taskIds: [taskId], target: { kind: "csv" } });
  const key = `exports/${id}.csv`;
  await storage.putObject(key, Buffer.from("a,b\n"), { contentType: "text/csv" });
  await db
    .updateTable("export_job")
    .set({ status: "Finished", object_key: key, finished_at: clock.now() })
    .where("id", "=", id)
    .execute();
  return { id, key };
};

const exists = async (key: string): Promise<boolean> => (await storage.listObjects(key, { limit: 1 })).length > 0;

describe("what has outlived its period", () => {
  it("is the file of an export: it is deleted, its entry stays and says so, and a newer file is kept", async () => {
    const { clock } = running.current;
    const { id: taskId } = await anEvaluation(running.current, ada);
    const old = await aWrittenExport(taskId);
    clock.advance(10 * DAY_MS + 1_000);
    const young = await aWrittenExport(taskId);
    await sweep();
    expect([await exists(old.key), await exists(young.key)]).toEqual([false, true]);
    const rows = await running.current.db
      .selectFrom("export_job")
      .select(["id", "expired_at"])
      .where("id", "in", [old.id, young.id])
      .execute();
    expect(rows.find(({ id }) => id === old.id)?.expired_at).not.toBeNull();
    expect(rows.find(({ id }) => id === young.id)?.expired_at).toBeNull();
  });

  it("is a draft whose item was taken back, and not the draft of an item in hand", async () => {
    const { db, clock } = running.current;
    const [lost, held] = [await aCaller(running.current), await aCaller(running.current)];
    const owner = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const { id } = await anEvaluation(running.current, owner, { raters: [lost, held] });
    const draft = { choice: "A", strength: null, answers: {}, marks: [] };
    for (const caller of [lost, held]) {
      const rater = aRater(caller, id);
      const [item] = await rater.claim();
      const saved = { lease_id: item?.lease_id, draft, saved_at: clock.now().toISOString() };
      expect((await rater.ask("draft", saved)).status).toBe(200);
    }
    await db.updateTable("evaluation_lease").set({ status: "lost" }).where("rater_id", "=", lost.id).execute();
    const draftsOf = async () =>
      (await db.selectFrom("evaluation_lease").select(["rater_id", "draft"]).where("task_id", "=", id).execute())
        .filter((lease) => lease.draft !== null)
        .map((lease) => lease.rater_id);
    await sweep();
    expect(await draftsOf()).toHaveLength(2);
    clock.advance(20 * DAY_MS + 1_000);
    await sweep();
    expect(await draftsOf()).toEqual([held.id]);
  });

  it("is the log of a job that said nothing for longer, and no younger one", async () => {
    const { db, clock } = running.current;
    const at = clock.now();
    const clusterId = newId();
    await db
      .insertInto("cluster")
      .values({
        id: clusterId,
        name: clusterId,
        kind: "Ray",
        address: "http://ray.example",
        request_key: newId(),
        created_by: "ada",
        created_at: at,
        updated_at: at,
      })
      .execute();
    const aLog = async (changedAt: Date): Promise<string> => {
      const id = newId();
      await db
        .insertInto("cluster_job")
        .values({
          id,
          cluster_id: clusterId,
          job_key: id,
          type: "SUBMISSION",
          status: "SUCCEEDED",
          entrypoint: "python run.py",
          ended_at: at,
          ordered_at: at,
          fingerprint: "f",
          changed_at: at,
        })
        .execute();
      await db
        .insertInto("cluster_job_log")
        .values({
          job_id: id,
          cluster_id: clusterId,
          tail: "done",
          is_truncated: false,
          read_at: at,
          changed_at: changedAt,
        })
        .execute();
      return id;
    };
    await aLog(new Date(at.getTime() - 31 * DAY_MS));
    const young = await aLog(new Date(at.getTime() - 29 * DAY_MS));
    await sweep();
    const left = await db.selectFrom("cluster_job_log").select("job_id").where("cluster_id", "=", clusterId).execute();
    expect(left.map(({ job_id }) => job_id)).toEqual([young]);
  });
});
