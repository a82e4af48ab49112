import { generationActivities } from "./job-activity.workflow.ts";

/** Every minute: whatever lost its runner gets another, and what is left over is put away. */
export const reconcileGeneration = async (): Promise<void> => {
  const { reconcile, tellProviders } = generationActivities();
  await reconcile();
  await tellProviders();
};
