import type { LabelTaskStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";

const TONES: Record<LabelTaskStatus, StatusTone> = {
  Draft: "neutral",
  Filling: "info",
  Failed: "error",
  Open: "info",
  Paused: "warning",
  Closed: "success",
};

export const LabelStatusTag = ({ status }: { status: LabelTaskStatus }) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(`labelling.status.${status}`)}</StatusTag>;
};
