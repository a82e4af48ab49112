import { CancellationScope, isCancellation } from "@temporalio/workflow";
import { callActivity, generationActivities } from "./call-activity.workflow.ts";

export interface OneCallInput {
  readonly callId: string;
  readonly requestId: string;
}

/** One call on its own: of the playground, another try at a cell, or one that lost whoever looked after it. */
export const performOne = async ({ callId, requestId }: OneCallInput): Promise<void> => {
  try {
    await callActivity({ fairnessKey: "single calls", isUrgent: true }).performCall({ callId, requestId });
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => generationActivities().giveUpCall({ callId, requestId }));
    }
    throw error;
  }
};

/** After news from its provider: once, since somebody else looks after the call anyway. */
export const lookAtCall = ({ callId, requestId }: OneCallInput): Promise<void> =>
  generationActivities().lookOnce({ callId, requestId });
