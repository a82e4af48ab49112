import { demoRoutes } from "@dailies/contract/demo/routes";
import { createCalls } from "../calls.ts";

export const demoCalls = createCalls(demoRoutes);
