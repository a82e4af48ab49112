import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { IngestAssetActivities, IngestAssetInput } from "./ingest-asset.activities.ts";
import { mediaTaskQueue } from "./ingest-asset.rules.ts";

/** Checks one version. Errors of our own are retried forever, because the file stays unreadable until the check ends. */
export const ingestAsset = async (input: IngestAssetInput): Promise<void> => {
  const { checkAssetVersion } = proxyActivities<IngestAssetActivities>({
    taskQueue: mediaTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "4 hours",
    heartbeatTimeout: "30 seconds",
    retry: { initialInterval: "5 seconds", backoffCoefficient: 2, maximumInterval: "10 minutes" },
  });
  await checkAssetVersion(input);
};
