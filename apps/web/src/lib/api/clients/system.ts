import { demoRoutes } from "@dailies/contract/demo/routes";
import { systemRoutes } from "@dailies/contract/system/routes";
import { createCalls } from "../calls.ts";

export const systemCalls = createCalls(systemRoutes);
export const demoCalls = createCalls(demoRoutes);
