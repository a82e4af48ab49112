import { lineageRoutes } from "@dailies/contract/lineage/routes";
import { createCalls } from "../../calls.ts";

export const lineageCalls = createCalls(lineageRoutes);
