import {
  CancellationScope,
  ChildWorkflowCancellationType,
  executeChild,
  isCancellation,
  ParentClosePolicy,
} from "@temporalio/workflow";
import { generationActivities } from "./call-activity.workflow.ts";
import { generatePartition } from "./generate-partition.workflow.ts";
import { gridWorkflowId, partitionWorkflowId } from "./generation-ids.rules.ts";
import { inWindow, type Lane } from "./grid.rules.ts";

export interface GridInput {
  readonly taskId: string;
  readonly run: number;
  readonly restarts: number;
  readonly requestId: string;
}

/** One run of a task: a lane for each performer, its partitions one after another. */
export const generateGrid = async (input: GridInput): Promise<void> => {
  const { planRun, closeRun, giveUpRun } = generationActivities();
  const { taskId, run, requestId } = input;
  try {
    const lanes = await planRun({ taskId, run });
    const faults = await Promise.all(lanes.map((lane) => driveLane(input, lane)));
    const fault = faults.flat().find(isCancellation) ?? faults.flat()[0];
    if (fault !== undefined) throw fault;
    await closeRun({ taskId, run });
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => giveUpRun({ taskId, run, requestId }));
    throw error;
  }
};

const driveLane = (
  { taskId, run, restarts, requestId }: GridInput,
  { partitions, window, atOnce }: Lane,
): Promise<unknown[]> =>
  inWindow(partitions, atOnce, (partition) =>
    executeChild(generatePartition, {
      workflowId: partitionWorkflowId(gridWorkflowId(taskId, run, restarts), partition),
      args: [{ taskId, run, partition, window, requestId }],
      // A worker that takes it over replays all of it first, and on a busy machine that takes longer than usual.
      workflowTaskTimeout: "60 seconds",
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      parentClosePolicy: ParentClosePolicy.PARENT_CLOSE_POLICY_REQUEST_CANCEL,
    }),
  );
