export { SETTINGS } from "./declared-settings.ts";
export { createSettingsReader, type SettingsReader } from "./publishing/settings-reader.ts";
export { settingsHandlers } from "./settings.routes.ts";
