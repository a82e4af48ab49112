import { proxyActivities } from "@temporalio/workflow";
import type { SendJudgingMailActivities, SendJudgingMailInput } from "./send-judging-mail.activities.ts";

const activities = proxyActivities<SendJudgingMailActivities>({
  startToCloseTimeout: "30 seconds",
  // After a day the notification in the console has to do.
  scheduleToCloseTimeout: "1 day",
  retry: { initialInterval: "5 seconds", maximumInterval: "10 minutes" },
});

export const sendJudgingMail = (input: SendJudgingMailInput): Promise<void> => activities.sendJudgingMail(input);
