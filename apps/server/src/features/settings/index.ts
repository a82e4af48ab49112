export { SETTINGS, type Setting } from "./declared-settings.ts";
export { provisionSetting } from "./provision-setting.ts";
export { publicationApprovals } from "./publishing/approve-publication.ts";
export { readPublished } from "./publishing/read-published.ts";
export { createSettingsReader, type SettingsReader } from "./publishing/settings-reader.ts";
export { configDepsOf, settingsHandlers } from "./settings.routes.ts";
export { sensitiveValues } from "./value-box.ts";
