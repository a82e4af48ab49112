import { ASSETS_KEYS } from "../../features/assets/assets-keys.ts";
import { BENCHMARKS_KEYS } from "../../features/benchmarks/benchmarks.shortcuts.ts";
import { CONTENT_KEYS } from "../../features/content/content.shortcuts.ts";
import { CREDITS_KEYS } from "../../features/credits/credits.shortcuts.ts";
import { DATASETS_KEYS } from "../../features/datasets/datasets.shortcuts.ts";
import { ITEMS_KEYS, ITEMS_TOLD_KEYS } from "../../features/datasets/items/items.shortcuts.ts";
import { DIMENSIONS_KEYS } from "../../features/dimensions/dimensions.shortcuts.ts";
import { EVALUATIONS_KEYS } from "../../features/evaluations/evaluations.shortcuts.ts";
import { type OwnKeys, withOwnKeys } from "../../features/labelling/keys/own-keys.ts";
import { LABEL_CHECK_KEYS, LABEL_LIST_KEYS, LABEL_WORK_KEYS } from "../../features/labelling/labelling.shortcuts.ts";
import { HISTORY_KEYS } from "../../features/operation-log/history.shortcuts.ts";
import { PACKAGES_KEYS } from "../../features/packages/packages.shortcuts.ts";
import { PERFORMERS_KEYS } from "../../features/performers/performers.shortcuts.ts";
import { PERMISSIONS_KEYS } from "../../features/permissions/permissions.shortcuts.ts";
import { SETTINGS_KEYS } from "../../features/settings/settings.shortcuts.ts";
import { TASKS_KEYS } from "../../features/tasks/tasks.shortcuts.ts";
import { USERS_KEYS } from "../../features/users/users.shortcuts.ts";
import { VIEWER_KEYS } from "../../features/viewer/viewer.shortcuts.ts";
import type { ScreenWord } from "../i18n/en.ts";
import type { frameWords } from "../i18n/locales/frame-en.ts";

export type KeyWord = Exclude<keyof typeof frameWords.keys, "title" | "everywhere" | "here">;

export interface KeyLine {
  /** Values of `KeyboardEvent.key`; `mod` stands for ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
  does: KeyWord;
}

/** Shortcuts that work on every signed-in screen. */
export const FRAME_KEYS = {
  palette: { keys: ["mod", "k"], does: "palette" },
  help: { keys: ["?"], does: "help" },
  search: { keys: ["/"], does: "search" },
  close: { keys: ["Escape"], does: "close" },
} as const satisfies Record<string, KeyLine>;

/** Shortcuts of single screens. Screens bind from this table, so the help never lists a shortcut that does nothing. */
export const SCREEN_KEYS = {
  staticSourceManage: ASSETS_KEYS,
  dataset: { ...DATASETS_KEYS, ...ITEMS_KEYS, ...ITEMS_TOLD_KEYS },
  taskGenerate: BENCHMARKS_KEYS,
  developerDesk: { refresh: { keys: ["r"], does: "engineRefresh" } },
  dimensionSetEditor: DIMENSIONS_KEYS,
  dynamicConfigManage: SETTINGS_KEYS,
  taskManage: TASKS_KEYS,
  performerPlayground: PERFORMERS_KEYS,
  playground: PERFORMERS_KEYS,
  userManage: USERS_KEYS,
  platformUser: CREDITS_KEYS,
  platformContent: CONTENT_KEYS,
  platformHistory: HISTORY_KEYS,
  evaluating: EVALUATIONS_KEYS,
  label: LABEL_LIST_KEYS,
  labelTask: { ...LABEL_WORK_KEYS, ...LABEL_CHECK_KEYS },
  packageRecords: PACKAGES_KEYS,
  sdv: VIEWER_KEYS,
  permManage: PERMISSIONS_KEYS,
  platformPermission: PERMISSIONS_KEYS,
} as const satisfies Partial<Record<ScreenWord, Record<string, KeyLine>>>;

/** With the keys that this person chose for labelling. */
export const keysOfScreen = (title: ScreenWord | undefined, own: OwnKeys): readonly KeyLine[] => {
  const tables: Partial<Record<ScreenWord, Record<string, KeyLine>>> = SCREEN_KEYS;
  const table = (title && tables[title]) ?? {};
  return Object.values(title === "labelTask" ? withOwnKeys(table, own) : table);
};
