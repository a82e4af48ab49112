import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { aLabeller, aLabelTask } from "../../../testing/builders/a-label-task.ts";
import { anEvaluation, aRater } from "../../../testing/builders/an-evaluation.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { listJudgingFaults } from "../../../testing/rigs/judging-faults.ts";
import { listLabelFaults } from "../../../testing/rigs/label-faults.ts";
import { runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { sweepLeasesActivities } from "./sweep-leases.activities.ts";

const app = runApp();
const rig = runDataRig(app);
const taskQueue = `test-sweep-leases-${randomUUID()}`;
const temporal = createTemporal(testConfig().temporal);
let worker: TestWorker;

beforeAll(async () => {
  const { log } = captureLog();
  const { db, clock } = app.current;
  const activities = sweepLeasesActivities({ db, clock: clock.now });
  worker = await runWorker({ taskQueue, activities: atActivityEdge(activities, log), log });
});
afterAll(async () => {
  await worker?.stop();
  await temporal.close();
});

describe("sweepLeases", () => {
  it("releases expired leases and keeps renewed ones", async () => {
    const [owner, rita, kenji] = [
      await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] }),
      await aCaller(app.current),
      await aCaller(app.current),
    ];
    const { id } = await anEvaluation(app.current, owner, { raters: [rita, kenji] });
    const [away, there] = [aRater(rita, id), aRater(kenji, id)];
    await away.claim(2);
    const [kept] = await there.claim(1);
    app.current.clock.advance(599_000);
    await there.ask("heartbeat", { lease_ids: [kept?.lease_id] });
    app.current.clock.advance(2_000);
    const client = await temporal.client();
    await client.workflow.execute("sweepLeases", { taskQueue, workflowId: taskQueue, args: [] });
    const leases = await app.current.db
      .selectFrom("evaluation_lease")
      .select(["id", "status"])
      .where("task_id", "=", id)
      .execute();
    expect(leases.filter(({ status }) => status === "lost")).toHaveLength(2);
    expect(leases.filter(({ status }) => status === "leased").map((lease) => lease.id)).toEqual([kept?.lease_id]);
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    expect(await there.claim(4)).toHaveLength(4);
  });

  it("releases expired leases of labelling too, and writes them into its history", async () => {
    const owner = await aCaller(app.current);
    const taskId = await aLabelTask(rig.current, owner, { items: 2 });
    await aLabeller(owner, taskId).claim(2);
    app.current.clock.advance(601_000);
    const client = await temporal.client();
    await client.workflow.execute("sweepLeases", { taskQueue, workflowId: `${taskQueue}-labels`, args: [] });
    const { body } = await owner.get(`/api_v1/label/history/${taskId}?event=lost`);
    expect(body.items).toMatchObject([
      { item: 2, seconds: 601 },
      { item: 1, seconds: 601 },
    ]);
    expect(await listLabelFaults(app.current.db, taskId)).toEqual([]);
  });
});
