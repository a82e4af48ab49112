import { ASSETS_KEYS } from "../features/assets/assets-keys.ts";
import { BENCHMARKS_KEYS } from "../features/benchmarks/benchmarks.keys.ts";
import { CONTENT_KEYS } from "../features/content/content.keys.ts";
import { CREDITS_KEYS } from "../features/credits/credits.keys.ts";
import { DATASETS_KEYS } from "../features/datasets/datasets.keys.ts";
import { ITEMS_KEYS, ITEMS_TOLD_KEYS } from "../features/datasets/items/items.keys.ts";
import { DIMENSIONS_KEYS } from "../features/dimensions/dimensions.keys.ts";
import { EVALUATIONS_KEYS } from "../features/evaluations/evaluations.keys.ts";
import { HISTORY_KEYS } from "../features/operation-log/history.keys.ts";
import { PERFORMERS_KEYS } from "../features/performers/performers.keys.ts";
import { PERMISSIONS_KEYS } from "../features/permissions/permissions.keys.ts";
import { SETTINGS_KEYS } from "../features/settings/settings.keys.ts";
import { TASKS_KEYS } from "../features/tasks/tasks.keys.ts";
import { USERS_KEYS } from "../features/users/users.keys.ts";
import { VIEWER_KEYS } from "../features/viewer/viewer.keys.ts";
import type { ScreenWord } from "./i18n/en.ts";
import type { frameWords } from "./i18n/words/frame-en.ts";

export type KeyWord = Exclude<keyof typeof frameWords.keys, "title" | "everywhere" | "here">;

export interface KeyLine {
  /** As `KeyboardEvent.key`; `mod` stands for ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
  does: KeyWord;
}

/** The keys that work on every signed-in screen. */
export const FRAME_KEYS = {
  palette: { keys: ["mod", "k"], does: "palette" },
  help: { keys: ["?"], does: "help" },
  search: { keys: ["/"], does: "search" },
  close: { keys: ["Escape"], does: "close" },
} as const satisfies Record<string, KeyLine>;

/** The keys of single screens. A screen takes its keys from here, so the help cannot tell of keys that do nothing. */
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
  sdv: VIEWER_KEYS,
  permManage: PERMISSIONS_KEYS,
  platformPermission: PERMISSIONS_KEYS,
} as const satisfies Partial<Record<ScreenWord, Record<string, KeyLine>>>;

export const keysOfScreen = (title: ScreenWord | undefined): readonly KeyLine[] => {
  const tables: Partial<Record<ScreenWord, Record<string, KeyLine>>> = SCREEN_KEYS;
  return Object.values((title && tables[title]) ?? {});
};
