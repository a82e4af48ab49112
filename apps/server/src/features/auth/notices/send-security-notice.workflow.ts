import { proxyActivities } from "@temporalio/workflow";
import type { SendSecurityNoticeActivities, SendSecurityNoticeInput } from "./send-security-notice.activities.ts";

const activities = proxyActivities<SendSecurityNoticeActivities>({
  startToCloseTimeout: "30 seconds",
  // The notice is still useful a day later.
  scheduleToCloseTimeout: "1 day",
  retry: { initialInterval: "5 seconds", maximumInterval: "10 minutes" },
});

export const sendSecurityNotice = (input: SendSecurityNoticeInput): Promise<void> =>
  activities.sendSecurityNotice(input);
