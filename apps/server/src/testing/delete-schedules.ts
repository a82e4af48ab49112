import type { Config } from "../config.ts";
import { createTemporal } from "../platform/temporal/temporal.ts";
import { scheduleIdOf } from "../platform/temporal/temporal-schedule.ts";
import { SCHEDULES } from "../schedules.ts";

/** Of a worker with a task queue of its own: they would otherwise fire forever on a queue without a worker. */
export const deleteSchedules = async ({ temporal: options }: Pick<Config, "temporal">): Promise<void> => {
  const temporal = createTemporal(options);
  try {
    const client = await temporal.client();
    for (const { name } of SCHEDULES) await client.schedule.getHandle(scheduleIdOf(options.taskQueue, name)).delete();
  } finally {
    await temporal.close();
  }
};
