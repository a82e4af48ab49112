import { proxyActivities } from "@temporalio/workflow";
import type { SendInvitationActivities, SendInvitationInput } from "./send-invitation.activities.ts";

const activities = proxyActivities<SendInvitationActivities>({
  startToCloseTimeout: "30 seconds",
  // After a day of failed delivery, the administrator has to check the address.
  scheduleToCloseTimeout: "1 day",
  retry: { initialInterval: "5 seconds", maximumInterval: "10 minutes" },
});

export const sendInvitation = (input: SendInvitationInput): Promise<void> => activities.sendInvitation(input);
