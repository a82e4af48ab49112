import { leaderboardsRoutes } from "@dailies/contract/leaderboards";
import { createCalls } from "../calls.ts";

export const leaderboardsCalls = createCalls(leaderboardsRoutes);
