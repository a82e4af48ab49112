import { leaderboardsRoutes } from "@dailies/contract/leaderboards/routes";
import { createCalls } from "../calls.ts";

export const leaderboardsCalls = createCalls(leaderboardsRoutes);
