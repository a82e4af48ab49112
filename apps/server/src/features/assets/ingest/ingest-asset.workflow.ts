import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { IngestAssetActivities, IngestAssetInput } from "./ingest-asset.activities.ts";
import { mediaTaskQueue } from "./ingest-asset.rules.ts";

/** Settles one version. Faults of ours are tried again without end: until then nobody can read the file. */
export const ingestAsset = async (input: IngestAssetInput): Promise<void> => {
  const { checkAssetVersion } = proxyActivities<IngestAssetActivities>({
    taskQueue: mediaTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: "4 hours",
    heartbeatTimeout: "30 seconds",
    retry: { initialInterval: "5 seconds", backoffCoefficient: 2, maximumInterval: "10 minutes" },
  });
  await checkAssetVersion(input);
};
