import type { Access } from "@dailies/contract";
import { type ComponentType, createContext, use } from "react";
import type { ScreenWord } from "./i18n/en.ts";
import type { WordGroup } from "./i18n/word-groups.ts";

export type Shell = "root" | "v1" | "platform" | "none";
export type MenuPosition = "top" | "more" | "side" | "admin-group";

export interface Screen {
  path: string;
  shell: Shell;
  /** The folder of the same name in the contract, the server and the web. */
  feature: string;
  /** Its words: `screens.<title>` in the dictionaries. */
  title: ScreenWord;
  /** Where its shell's menu shows it; a screen without a place is reached from other screens. */
  menu?: MenuPosition;
  /** Beside the shell's own guard. */
  access: Access;
  isBuilt: boolean;
  /** The groups of words fetched beside it; its own name, its title and the words of `ui` and `shared` are there. */
  words: readonly WordGroup[];
  load: () => Promise<{ Component: ComponentType }>;
}

/** Handed down from the routes: a screen that imported the table would import itself. */
export const ScreensContext = createContext<readonly Screen[]>([]);

export const useScreens = (): readonly Screen[] => use(ScreensContext);
