import { systemRoutes } from "@dailies/contract/system/routes";
import { createCalls } from "../calls.ts";

export const systemCalls = createCalls(systemRoutes);
