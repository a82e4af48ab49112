import { sleep } from "@temporalio/workflow";
import { generationActivities } from "./job-activity.workflow.ts";

const MAX_ROUNDS = 300;
const PAUSE = "3 seconds";

/** Cancels jobs at their providers. The minutely reconciler retries what fails. */
export const cancelUpstream = async (): Promise<void> => {
  const { tellProviders } = generationActivities();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { told, left } = await tellProviders();
    if (left === 0 && told === 0) return;
    if (told === 0) await sleep(PAUSE);
  }
};
