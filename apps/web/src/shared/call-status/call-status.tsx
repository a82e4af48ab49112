import type { PerformerTaskStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import { formatPercent } from "../../ui/format.ts";

const CALL_TONES: Record<PerformerTaskStatus, StatusTone> = {
  Pending: "neutral",
  Queued: "neutral",
  Running: "info",
  Succeeded: "success",
  Failed: "error",
  Cancelled: "neutral",
  Expired: "warning",
};

interface CallStatusProps {
  status: PerformerTaskStatus;
  /** 0…1 */
  progress?: number | null;
  /** The number of jobs ahead of it. */
  queuePosition?: number | null;
}

/** The status of one job at a performer, with its progress: "Queued, 3rd", "Running 40 %". */
export const CallStatus = ({ status, progress, queuePosition }: CallStatusProps) => {
  const { t, i18n } = useTranslation();
  const word = t(`shared.call.status.${status}`);
  if (status === "Running" && typeof progress === "number") {
    return (
      <StatusTag tone={CALL_TONES[status]}>
        {t("shared.call.running", { status: word, share: formatPercent(progress, 0, i18n.language) })}
      </StatusTag>
    );
  }
  if (status === "Queued" && typeof queuePosition === "number") {
    return (
      <StatusTag tone={CALL_TONES[status]}>
        {t("shared.call.queued", { status: word, place: queuePosition + 1 })}
      </StatusTag>
    );
  }
  return <StatusTag tone={CALL_TONES[status]}>{word}</StatusTag>;
};
