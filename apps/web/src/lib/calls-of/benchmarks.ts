import { benchmarksRoutes } from "@dailies/contract/benchmark-routes";
import { createCalls } from "../calls.ts";

export const benchmarksCalls = createCalls(benchmarksRoutes);
