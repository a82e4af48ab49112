import { continueAsNew, proxyActivities, sleep, workflowInfo } from "@temporalio/workflow";
import type { PrepareClipsActivities } from "./prepare-clips.activities.ts";
import { BATCH_CLIPS, metricsTaskQueue, planLanes } from "./prepare-clips.rules.ts";

export interface PrepareClipsInput {
  readonly taskId: string;
  readonly requestId: string;
  /** When the first run began: a judge that failed before is asked once more. */
  readonly since?: string;
}

/** Bounds the workflow history; the rest continues in another run. */
const MAX_BATCHES = 400;

const activitiesOf = (taskId: string) =>
  proxyActivities<PrepareClipsActivities>({
    taskQueue: metricsTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "4 hours",
    heartbeatTimeout: "30 seconds",
    retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "2 minutes" },
    priority: { fairnessKey: taskId },
  });

/** Prepares and measures all waiting clips, asks the judges, and finishes the task if nothing is outstanding. */
export const prepareClips = async (input: PrepareClipsInput): Promise<void> => {
  const { taskId, requestId } = input;
  const since = input.since ?? workflowInfo().startTime.toISOString();
  const { countWaitingClips, prepareClipsBatch, judgeClipsBatch, endPreparing } = activitiesOf(taskId);
  let batches = 0;

  /** Returns how many clips it claimed. */
  const drain = async (): Promise<number> => {
    let prepared = 0;
    for (let taken = BATCH_CLIPS; taken === BATCH_CLIPS && batches < MAX_BATCHES; batches++) {
      taken = await prepareClipsBatch({ taskId });
      prepared += taken;
    }
    return prepared;
  };
  for (;;) {
    const waiting = await countWaitingClips({ taskId });
    if (waiting === 0) break;
    const prepared = await Promise.all(Array.from({ length: planLanes(waiting) }, drain));
    if (batches >= MAX_BATCHES) return continueAsNew<typeof prepareClips>({ ...input, since });
    // The waiting clips are leased to other workers, or to lost ones.
    if (prepared.every((clips) => clips === 0)) await sleep("5 seconds");
  }
  let after = await judgeClipsBatch({ taskId, since });
  while (after !== undefined) after = await judgeClipsBatch({ taskId, since, after });
  await endPreparing({ taskId, requestId });
};
