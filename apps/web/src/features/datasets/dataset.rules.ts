import type { DatasetSummary, IndexRun } from "@dailies/contract";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

type LiveRun = IndexRun & { status: "Waiting" | "Running" };

export const isRunning = (run: IndexRun | null): run is LiveRun =>
  run?.status === "Waiting" || run?.status === "Running";

export const isUnderWay = ({ run }: Pick<DatasetSummary, "run">): boolean => isRunning(run);

/** Between 0 and 1; undefined while the parts are being counted. */
export const shareDone = ({ parts_done, parts_total }: IndexRun): number | undefined =>
  parts_total === null || parts_total === 0 ? undefined : Math.min(1, parts_done / parts_total);

/** Parts per second since the run started; undefined before the first is done. */
export const partsPerSecond = ({ parts_done, started_at }: IndexRun, nowMs: number): number | undefined => {
  const elapsedS = (nowMs - Date.parse(started_at)) / 1000;
  return parts_done > 0 && elapsedS > 0 ? parts_done / elapsedS : undefined;
};

export const HEALTH_TONES: Record<DatasetSummary["health"]["state"], StatusTone> = {
  ok: "success",
  stale: "warning",
  missing: "warning",
  unreachable: "error",
  unknown: "neutral",
};

type DatasetState = "indexing" | "failed" | "cancelled" | "health";

/** The most important state of a dataset: indexing, failed, or its file health. */
export const stateOf = ({ run, version }: Pick<DatasetSummary, "run" | "version">): DatasetState => {
  if (isRunning(run)) return "indexing";
  if (run?.status === "Failed") return "failed";
  return run?.status === "Cancelled" && version === null ? "cancelled" : "health";
};
