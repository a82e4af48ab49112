import { isCancellation } from "@temporalio/workflow";
import { callActivity, generationActivities } from "./call-activity.workflow.ts";
import { inWindow } from "./grid.rules.ts";

export interface PartitionInput {
  readonly taskId: string;
  readonly run: number;
  readonly partition: number;
  readonly window: number;
  readonly requestId: string;
}

/** At most five hundred calls of one performer, a window of them at a time. */
export const generatePartition = async (input: PartitionInput): Promise<void> => {
  const { taskId, run, partition, window, requestId } = input;
  const calls = await generationActivities().listPartition({ taskId, run, partition });
  const { performCall } = callActivity({ fairnessKey: taskId });
  const faults = await inWindow(calls, window, (callId) => performCall({ callId, requestId }));
  const fault = faults.find(isCancellation) ?? faults[0];
  if (fault !== undefined) throw fault;
};
