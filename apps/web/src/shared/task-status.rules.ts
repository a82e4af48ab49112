import type { GenerationProgress, TaskStatus } from "@dailies/contract";

/**
 * The status as people read it. The server keeps Generating until judging starts, so that cells can still be regenerated;
 * once every cell has ended, nothing generates.
 */
export const shownStatus = (
  status: TaskStatus,
  progress: GenerationProgress | null,
): TaskStatus | "Generated" | "NothingGenerated" => {
  if (status !== "Generating" || progress === null || progress.total === 0) return status;
  const { waiting, queued, running, succeeded } = progress;
  if (waiting + queued + running > 0) return status;
  return succeeded > 0 ? "Generated" : "NothingGenerated";
};
