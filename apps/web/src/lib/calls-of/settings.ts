import { settingsRoutes } from "@dailies/contract/settings";
import { createCalls } from "../calls.ts";

export const settingsCalls = createCalls(settingsRoutes);
