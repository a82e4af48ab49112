import { benchmarksRoutes } from "@dailies/contract/benchmarks/routes";
import { createCalls } from "../calls.ts";

export const benchmarksCalls = createCalls(benchmarksRoutes);
