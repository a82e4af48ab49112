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
  developerDesk: { refresh: { keys: ["r"], does: "engineRefresh" } },
} as const satisfies Partial<Record<ScreenWord, Record<string, KeyLine>>>;

export const keysOfScreen = (title: ScreenWord | undefined): readonly KeyLine[] => {
  const tables: Partial<Record<ScreenWord, Record<string, KeyLine>>> = SCREEN_KEYS;
  return Object.values((title && tables[title]) ?? {});
};
