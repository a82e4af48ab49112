import { systemRoutes } from "@dailies/contract/system";
import { createCalls } from "../calls.ts";

export const systemCalls = createCalls(systemRoutes);
