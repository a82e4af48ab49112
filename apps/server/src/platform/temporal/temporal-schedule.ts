import type { ScheduleOptions } from "@temporalio/client";
import type { Temporal } from "./temporal.ts";

export interface Recurring {
  readonly name: string;
  readonly workflowType: string;
  readonly every: "1 minute" | "1 hour" | "1 day";
  readonly taskQueue: string;
}

/** Schedules belong to the namespace, so the id includes the task queue of the installation. */
export const scheduleIdOf = (taskQueue: string, name: string): string => `${taskQueue}/${name}`;

/** Creates the schedule or updates the existing one to the code's definition. */
export const ensureSchedule = async (
  temporal: Temporal,
  { name, workflowType, every, taskQueue }: Recurring,
): Promise<void> => {
  const client = await temporal.client();
  const scheduleId = scheduleIdOf(taskQueue, name);
  const { ScheduleAlreadyRunning, ScheduleOverlapPolicy } = await import("@temporalio/client");
  const wanted = {
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "10 minutes" },
    action: { type: "startWorkflow", workflowType, workflowId: scheduleId, taskQueue, args: [] },
  } satisfies Omit<ScheduleOptions, "scheduleId">;
  try {
    await client.schedule.create({ scheduleId, ...wanted });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, ...wanted }));
  }
};
