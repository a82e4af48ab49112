import { evaluationsRoutes } from "@dailies/contract/evaluations/routes";
import { createCalls } from "../calls.ts";

export const evaluationsCalls = createCalls(evaluationsRoutes);
