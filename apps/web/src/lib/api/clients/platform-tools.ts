import { platformToolsRoutes } from "@dailies/contract/platform-tools/routes";
import { createCalls } from "../calls.ts";

export const platformToolsCalls = createCalls(platformToolsRoutes);
