import { runSourcesRoutes } from "@dailies/contract/experiments/source-routes";
import { createCalls } from "../../calls.ts";

export const runSourceCalls = createCalls(runSourcesRoutes);
