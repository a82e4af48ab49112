import { settingsRoutes } from "@dailies/contract/settings/routes";
import { createCalls } from "../calls.ts";

export const settingsCalls = createCalls(settingsRoutes);
