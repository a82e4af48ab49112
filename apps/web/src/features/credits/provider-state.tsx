import { type PlanItem, type ProviderCancellation, providerName } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import { cancellationShown } from "./cancellation.rules.ts";

const TONES: Record<ProviderCancellation["state"], StatusTone> = {
  sending: "warning",
  accepted: "warning",
  confirmed: "neutral",
  failed: "error",
  not_told: "error",
};

/** What the payment provider knows of the end that an operator requested. */
export const ProviderState = ({ plan, isShort = false }: { plan: PlanItem; isShort?: boolean }) => {
  const { t } = useTranslation();
  const request = cancellationShown(plan);
  if (!request) return null;
  const words = t(`credits.cancellation.${isShort ? "shortStates" : "states"}.${request.state}`, {
    provider: providerName(plan.provider),
  });
  return <StatusTag tone={TONES[request.state]}>{words}</StatusTag>;
};
