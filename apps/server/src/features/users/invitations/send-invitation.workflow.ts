import { proxyActivities } from "@temporalio/workflow";
import type { SendInvitationActivities, SendInvitationInput } from "./send-invitation.activities.ts";

const activities = proxyActivities<SendInvitationActivities>({
  startToCloseTimeout: "30 seconds",
  // An address that takes no mail for a day is looked at by whoever invited it.
  scheduleToCloseTimeout: "1 day",
  retry: { initialInterval: "5 seconds", maximumInterval: "10 minutes" },
});

export const sendInvitation = (input: SendInvitationInput): Promise<void> => activities.sendInvitation(input);
