import type { EndUser, OrderItem, PlanItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";

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

export const PlanStatus = ({ status }: Pick<PlanItem, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={PLAN_TONES[status]}>{t(`credits.planStatus.${status}`)}</StatusTag>;
};

export const OrderStatus = ({ status }: Pick<OrderItem, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={ORDER_TONES[status]}>{t(`credits.orderStatus.${status}`)}</StatusTag>;
};
