import { proxyActivities } from "@temporalio/workflow";
import type { ExportHeadActivities } from "./export-head.activities.ts";

const activities = proxyActivities<ExportHeadActivities>({
  startToCloseTimeout: "1 minute",
  retry: { maximumAttempts: 5 },
});

/** Runs hourly, so that a day whose first hours were missed still gets its file. */
export const exportHistoryHead = async (): Promise<void> => activities.exportHistoryHead();
