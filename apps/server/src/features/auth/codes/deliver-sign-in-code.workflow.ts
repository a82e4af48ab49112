import { proxyActivities } from "@temporalio/workflow";
import type { DeliverSignInCodeActivities, DeliverSignInCodeInput } from "./deliver-sign-in-code.activities.ts";

const activities = proxyActivities<DeliverSignInCodeActivities>({
  startToCloseTimeout: "30 seconds",
  // A code is worthless once it has expired.
  scheduleToCloseTimeout: "10 minutes",
  retry: { maximumAttempts: 5, initialInterval: "2 seconds", backoffCoefficient: 3, maximumInterval: "1 minute" },
});

export const deliverSignInCode = (input: DeliverSignInCodeInput): Promise<void> => activities.deliverSignInCode(input);
