import { ActivityCancellationType, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { GenerationActivities } from "../execution/generation.activities.ts";
import { jobsTaskQueue } from "./generation-ids.rules.ts";

/** Retries until the job has ended, whatever happens to a worker; cancellation does not wait for it. */
const untilEnded = () => ({
  taskQueue: jobsTaskQueue(workflowInfo().taskQueue),
  retry: { initialInterval: "1 second", backoffCoefficient: 1.5, maximumInterval: "5 seconds" } as const,
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** Temporal retries it until the job has ended; a dead worker is detected by its missing heartbeats. */
export const jobActivity = ({ fairnessKey, isUrgent = false }: { fairnessKey: string; isUrgent?: boolean }) =>
  proxyActivities<Pick<GenerationActivities, "performCall">>({
    ...untilEnded(),
    startToCloseTimeout: "30 minutes",
    heartbeatTimeout: "20 seconds",
    priority: { fairnessKey, ...(isUrgent ? { priorityKey: 1 } : {}) },
  });

/** A partition is one activity that runs for hours; its jobs' state is in their rows. Heartbeats detect a dead worker. */
export const partitionActivity = ({ fairnessKey }: { fairnessKey: string }) =>
  proxyActivities<Pick<GenerationActivities, "performPartition">>({
    ...untilEnded(),
    startToCloseTimeout: "24 hours",
    heartbeatTimeout: "12 seconds",
    priority: { fairnessKey },
  });

/** The short, idempotent activities around the jobs. */
export const generationActivities = () =>
  proxyActivities<Omit<GenerationActivities, "performCall" | "performPartition">>({
    taskQueue: jobsTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "2 minutes",
    heartbeatTimeout: "30 seconds",
    retry: { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" },
    priority: { priorityKey: 1 },
  });
