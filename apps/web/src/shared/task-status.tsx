import type { TaskStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../ui/feedback/status-tag.tsx";

const TONES: Record<TaskStatus, StatusTone> = {
  Init: "neutral",
  Generating: "info",
  Benchmarking: "info",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "neutral",
};

export const TaskStatusTag = ({ status }: { status: TaskStatus }) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(`shared.taskStatus.${status}`)}</StatusTag>;
};
