import { proxyActivities } from "@temporalio/workflow";
import type { KeepBoardActivities } from "./keep-board.activities.ts";
import type { KeepBoardInput } from "./keep-board.rules.ts";

const activities = proxyActivities<KeepBoardActivities>({
  startToCloseTimeout: "15 minutes",
  retry: { initialInterval: "2 seconds", maximumInterval: "5 minutes" },
});

/** Snapshots the leaderboard of a task whose judging has closed, with all its inputs. */
export const keepBoard = async (input: KeepBoardInput): Promise<void> => activities.keepBoard(input);
