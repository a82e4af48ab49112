import { proxyActivities } from "@temporalio/workflow";
import type { SendPasswordNoticeActivities, SendPasswordNoticeInput } from "./send-password-notice.activities.ts";

const activities = proxyActivities<SendPasswordNoticeActivities>({
  startToCloseTimeout: "30 seconds",
  // The notice is still useful a day later.
  scheduleToCloseTimeout: "1 day",
  retry: { initialInterval: "5 seconds", maximumInterval: "10 minutes" },
});

export const sendPasswordNotice = (input: SendPasswordNoticeInput): Promise<void> =>
  activities.sendPasswordNotice(input);
