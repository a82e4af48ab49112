import type { GenerationProgress, TaskStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../ui/feedback/status-tag.tsx";
import { shownStatus } from "./task-status.rules.ts";

const TONES: Record<ReturnType<typeof shownStatus>, StatusTone> = {
  Init: "neutral",
  Generating: "info",
  Generated: "success",
  NothingGenerated: "error",
  Benchmarking: "info",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "neutral",
};

interface TaskStatusTagProps {
  status: TaskStatus;
  /** Tells a task that generates from one that only waits to be judged. */
  progress?: GenerationProgress | null;
}

export const TaskStatusTag = ({ status, progress = null }: TaskStatusTagProps) => {
  const { t } = useTranslation();
  const shown = shownStatus(status, progress);
  return <StatusTag tone={TONES[shown]}>{t(`shared.taskStatus.${shown}`)}</StatusTag>;
};
