import { afterAll, expect, it } from "vitest";
import { testConfig } from "../../testing/test-database.ts";
import { newId } from "../ids.ts";
import { createTemporal } from "./temporal.ts";
import { ensureSchedule, scheduleIdOf } from "./temporal-schedule.ts";

const temporal = createTemporal(testConfig().temporal);
const taskQueue = `schedule-test-${newId()}`;
const scheduleId = scheduleIdOf(taskQueue, "sweep");

afterAll(async () => {
  await (await temporal.client()).schedule.getHandle(scheduleId).delete();
  await temporal.close();
});

it("a schedule is created once and updated afterwards", async () => {
  const wanted = { name: "sweep", workflowType: "sweepSignIns", every: "1 day", taskQueue } as const;
  await ensureSchedule(temporal, wanted);
  await ensureSchedule(temporal, wanted);
  await ensureSchedule(temporal, { ...wanted, every: "1 hour" });
  const handle = (await temporal.client()).schedule.getHandle(scheduleId);
  const { spec, action, policies } = await handle.describe();
  expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
  expect(action).toMatchObject({ workflowType: "sweepSignIns", taskQueue });
  expect(policies.overlap).toBe("SKIP");
});
