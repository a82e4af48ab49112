import { CancellationScope, isCancellation } from "@temporalio/workflow";
import { inWindow, type Lane } from "../runs/grid.rules.ts";
import { generationActivities, partitionActivity } from "./job-activity.workflow.ts";

export interface GridInput {
  readonly taskId: string;
  readonly run: number;
  readonly restarts: number;
  readonly requestId: string;
}

/** One run of a task: one lane per performer, which works through its partitions. */
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

const driveLane = ({ taskId, run, requestId }: GridInput, lane: Lane): Promise<unknown[]> => {
  const { performPartition } = partitionActivity({ fairnessKey: taskId });
  return inWindow(lane.partitions, lane.atOnce, (partition) =>
    performPartition({ taskId, run, partition, atOnce: lane.window, requestId }),
  );
};
