import { exportsRoutes } from "@dailies/contract/exports";
import { createCalls } from "../calls.ts";

export const exportsCalls = createCalls(exportsRoutes);
