import { exportsRoutes } from "@dailies/contract/exports/routes";
import { createCalls } from "../calls.ts";

export const exportsCalls = createCalls(exportsRoutes);
