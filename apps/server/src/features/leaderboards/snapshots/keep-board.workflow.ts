import { proxyActivities } from "@temporalio/workflow";
import type { KeepBoardActivities } from "./keep-board.activities.ts";
import type { KeepBoardInput } from "./keep-board.rules.ts";

const activities = proxyActivities<KeepBoardActivities>({
  startToCloseTimeout: "15 minutes",
  retry: { initialInterval: "2 seconds", maximumInterval: "5 minutes" },
});

/** Keeps the board of a task whose judging has ended, with everything it was computed from. */
export const keepBoard = async (input: KeepBoardInput): Promise<void> => activities.keepBoard(input);
