import type { PlanItem, ProviderCancellation } from "@dailies/contract";

const ENDED: readonly PlanItem["status"][] = ["cancelled", "expired"];

/** An operator ended the subscription, and the provider has not reported its end. */
export const isUnconfirmed = ({ provider_cancellation: request }: PlanItem): boolean =>
  request !== null && request.state !== "confirmed";

/** The provider does not know of the request and will not learn of it by itself. */
export const isUntold = ({ provider_cancellation: request }: PlanItem): boolean =>
  request?.state === "failed" || request?.state === "not_told";

/** The worker is telling the provider, or its event is on the way. */
export const isUnderWay = (plan: PlanItem): boolean => isUnconfirmed(plan) && !isUntold(plan);

/** The request that says something about the subscription: a confirmed one does not, once the customer has resumed it. */
export const cancellationShown = (plan: PlanItem): ProviderCancellation | null => {
  const isEnding = plan.status === "cancel_scheduled" || ENDED.includes(plan.status);
  return isEnding || isUnconfirmed(plan) ? plan.provider_cancellation : null;
};

/** The notice above the list offers it. */
export const canRepeat = (plan: PlanItem): boolean => isUntold(plan) && plan.is_provider_connected;

/** When the subscription may be ended; empty if it cannot. */
export const cancellationModes = (plan: PlanItem): ProviderCancellation["mode"][] => {
  if (ENDED.includes(plan.status)) return plan.status === "cancelled" && canRepeat(plan) ? ["now"] : [];
  // A subscription that already ends with its period can only be ended immediately.
  return plan.status === "cancel_scheduled" && !canRepeat(plan) ? ["now"] : ["period_end", "now"];
};
