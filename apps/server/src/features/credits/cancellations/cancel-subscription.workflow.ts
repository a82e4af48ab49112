import { proxyActivities } from "@temporalio/workflow";
import type { CancelAtProviderInput } from "./cancel-at-provider.ts";
import type { CancelSubscriptionActivities } from "./cancel-subscription.activities.ts";

// Unlimited retries: until the provider is told, the customer keeps paying. The screen shows each failed attempt.
const { cancelAtProvider } = proxyActivities<CancelSubscriptionActivities>({
  startToCloseTimeout: "3 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "2 seconds", backoffCoefficient: 2, maximumInterval: "10 minutes" },
});

/** Ends a subscription at its payment provider. The provider's event, not this workflow, confirms the end. */
export const cancelSubscription = async (input: CancelAtProviderInput): Promise<void> => {
  await cancelAtProvider(input);
};
