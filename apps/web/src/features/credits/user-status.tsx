import type { EndUser, OrderItem, PlanItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import { isUnconfirmed } from "./cancellation.rules.ts";

const USER_TONES: Record<EndUser["status"], StatusTone> = { active: "success", suspended: "warning", deleted: "error" };
const PLAN_TONES: Record<PlanItem["status"], StatusTone> = {
  trialing: "info",
  active: "success",
  past_due: "warning",
  cancel_scheduled: "warning",
  cancelled: "neutral",
  expired: "neutral",
};
const ORDER_TONES: Record<OrderItem["status"], StatusTone> = {
  pending: "info",
  paid: "success",
  failed: "error",
  refunded: "warning",
  partially_refunded: "warning",
  cancelled: "neutral",
  expired: "neutral",
};

export const UserStatus = ({ status }: Pick<EndUser, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={USER_TONES[status]}>{t(`credits.userStatus.${status}`)}</StatusTag>;
};

/** An end that the provider has not confirmed is never shown as a fact. */
export const PlanStatus = ({ plan }: { plan: PlanItem }) => {
  const { t } = useTranslation();
  const { status } = plan;
  if (isUnconfirmed(plan)) return <StatusTag tone="warning">{t("credits.cancellation.ending")}</StatusTag>;
  return <StatusTag tone={PLAN_TONES[status]}>{t(`credits.planStatus.${status}`)}</StatusTag>;
};

export const OrderStatus = ({ status }: Pick<OrderItem, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={ORDER_TONES[status]}>{t(`credits.orderStatus.${status}`)}</StatusTag>;
};
