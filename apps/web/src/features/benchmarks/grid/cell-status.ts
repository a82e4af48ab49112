import type { CellStatus } from "@dailies/contract";
import type { StatusTone } from "../../../ui/feedback/status-tag.tsx";

export const CELL_TONES: Record<CellStatus, StatusTone> = {
  Waiting: "neutral",
  Queued: "neutral",
  Running: "info",
  Succeeded: "success",
  Failed: "error",
  Cancelled: "neutral",
  Excluded: "warning",
};

/** Each status has its own shape, so that it does not depend on colour alone. */
export const CELL_SHAPES: Record<CellStatus, string> = {
  Waiting: "M8 3.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 1 1 0-9.6",
  Queued: "M4 3h8M4 13h8M5 3c0 4 6 4 6 10M11 3c0 4-6 4-6 10",
  Running: "M5.5 3.5v9l7-4.5z",
  Succeeded: "M3.5 8.4l3 3 6-7",
  Failed: "M4 4l8 8M12 4l-8 8",
  Cancelled: "M4.5 4.5h7v7h-7z",
  Excluded: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M4.2 4.2l7.6 7.6",
};
