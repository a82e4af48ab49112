import { operationLogRoutes } from "@dailies/contract/operation-log/routes";
import { createCalls } from "../calls.ts";

export const operationLogCalls = createCalls(operationLogRoutes);
