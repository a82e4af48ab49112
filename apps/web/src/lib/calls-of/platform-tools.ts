import { platformToolsRoutes } from "@dailies/contract/platform-tools";
import { createCalls } from "../calls.ts";

export const platformToolsCalls = createCalls(platformToolsRoutes);
