import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type CancelAtProviderDeps, type CancelAtProviderInput, cancelAtProvider } from "./cancel-at-provider.ts";

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const cancelSubscriptionActivities = (deps: CancelAtProviderDeps) => ({
  cancelAtProvider: (input: CancelAtProviderInput) =>
    withHeartbeat({ everyMs: HEARTBEAT_MS }, () => cancelAtProvider(deps, input)),
});

export type CancelSubscriptionActivities = ReturnType<typeof cancelSubscriptionActivities>;
