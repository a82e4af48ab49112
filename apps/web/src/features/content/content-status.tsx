import type { FavoriteItem, ProjectTaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";

const AUDIT_TONES: Record<FavoriteItem["audit_status"], StatusTone> = {
  none: "neutral",
  approved: "success",
  rejected: "error",
};
const TASK_TONES: Record<ProjectTaskItem["status"], StatusTone> = {
  queued: "neutral",
  running: "info",
  succeeded: "success",
  failed: "error",
  cancelled: "neutral",
};

export const AuditStatus = ({ status }: { status: FavoriteItem["audit_status"] }) => {
  const { t } = useTranslation();
  return <StatusTag tone={AUDIT_TONES[status]}>{t(`content.audit.${status}`)}</StatusTag>;
};

export const TaskStatus = ({ status }: Pick<ProjectTaskItem, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={TASK_TONES[status]}>{t(`content.taskStatus.${status}`)}</StatusTag>;
};
