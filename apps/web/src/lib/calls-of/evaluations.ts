import { evaluationsRoutes } from "@dailies/contract/evaluation-routes";
import { createCalls } from "../calls.ts";

export const evaluationsCalls = createCalls(evaluationsRoutes);
