export { SETTINGS } from "./declared-settings.ts";
export { settingsHandlers } from "./settings.routes.ts";
export { createSettingsReader, type SettingsReader } from "./settings-reader.ts";
