import { ActivityCancellationType, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { GenerationActivities } from "../execution/generation.activities.ts";
import { jobsTaskQueue } from "./generation-ids.rules.ts";

/** Calls go on until they have ended, whatever becomes of a worker, and whoever cancels does not wait for them. */
const untilEnded = () => ({
  taskQueue: jobsTaskQueue(workflowInfo().taskQueue),
  retry: { initialInterval: "1 second", backoffCoefficient: 1.5, maximumInterval: "5 seconds" } as const,
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** The server repeats it until the call has ended; a worker that dies is missed after a few heartbeats. */
export const jobActivity = ({ fairnessKey, isUrgent = false }: { fairnessKey: string; isUrgent?: boolean }) =>
  proxyActivities<Pick<GenerationActivities, "performCall">>({
    ...untilEnded(),
    startToCloseTimeout: "30 minutes",
    heartbeatTimeout: "20 seconds",
    priority: { fairnessKey, ...(isUrgent ? { priorityKey: 1 } : {}) },
  });

/** A partition is one activity for hours; where its calls stand is in their rows. A worker that dies is missed soon. */
export const partitionActivity = ({ fairnessKey }: { fairnessKey: string }) =>
  proxyActivities<Pick<GenerationActivities, "performPartition">>({
    ...untilEnded(),
    startToCloseTimeout: "24 hours",
    heartbeatTimeout: "12 seconds",
    priority: { fairnessKey },
  });

/** Everything around the calls themselves: short, and safe to repeat. */
export const generationActivities = () =>
  proxyActivities<Omit<GenerationActivities, "performCall" | "performPartition">>({
    taskQueue: jobsTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "2 minutes",
    heartbeatTimeout: "30 seconds",
    retry: { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" },
    priority: { priorityKey: 1 },
  });
