import { generationActivities } from "./job-activity.workflow.ts";

/** Every minute: restarts lost jobs and runs, and cleans up. */
export const reconcileGeneration = async (): Promise<void> => {
  const { reconcile, tellProviders } = generationActivities();
  await reconcile();
  await tellProviders();
};
