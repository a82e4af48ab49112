import { experimentsRoutes } from "@dailies/contract/experiments/routes";
import { createCalls } from "../../calls.ts";

export const experimentCalls = createCalls(experimentsRoutes);
