import { CancellationScope, isCancellation } from "@temporalio/workflow";
import { generationActivities, jobActivity } from "./job-activity.workflow.ts";

export interface JobRef {
  readonly jobId: string;
  readonly requestId: string;
}

/** Performs a single job: from the playground, another attempt at a cell, or one whose workflow was lost. */
export const performOne = async ({ jobId, requestId }: JobRef): Promise<void> => {
  try {
    await jobActivity({ fairnessKey: "single calls", isUrgent: true }).performCall({ jobId, requestId });
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => generationActivities().giveUpCall({ jobId, requestId }));
    }
    throw error;
  }
};

/** Polls once after a webhook; no retries, because another workflow polls the job anyway. */
export const lookAtCall = ({ jobId, requestId }: JobRef): Promise<void> =>
  generationActivities().lookOnce({ jobId, requestId });
