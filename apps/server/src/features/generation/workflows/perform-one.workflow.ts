import { CancellationScope, isCancellation } from "@temporalio/workflow";
import { generationActivities, jobActivity } from "./job-activity.workflow.ts";

export interface JobRef {
  readonly jobId: string;
  readonly requestId: string;
}

/** One call on its own: of the playground, another try at a cell, or one that lost whoever looked after it. */
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

/** After news from its provider: once, since somebody else looks after the call anyway. */
export const lookAtCall = ({ jobId, requestId }: JobRef): Promise<void> =>
  generationActivities().lookOnce({ jobId, requestId });
