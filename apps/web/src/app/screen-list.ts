import type { Access } from "@dailies/contract";
import { type ComponentType, createContext, use } from "react";
import type { ScreenWord } from "./i18n/en.ts";
import type { WordGroup } from "./i18n/word-groups.ts";

export type Shell = "root" | "v1" | "platform" | "none";
export type MenuPosition = "top" | "more" | "side" | "admin-group";

export interface Screen {
  path: string;
  shell: Shell;
  /** The folder of this name in the contract, the server and the web app. */
  feature: string;
  /** Key of its strings: `screens.<title>`. */
  title: ScreenWord;
  /** The position in the shell's menu; a screen without one is reached from other screens. */
  menu?: MenuPosition;
  /** The path of the screen that the menu marks instead, when it has none of its own. */
  within?: string;
  /** Checked in addition to the shell's own guard. */
  access: Access;
  isBuilt: boolean;
  /** The string groups loaded with it; its own name, its title and the strings of `ui` and `shared` are always loaded. */
  words: readonly WordGroup[];
  load: () => Promise<{ Component: ComponentType }>;
}

/** Provided by the routes: a screen that imported the table would import itself. */
export const ScreensContext = createContext<readonly Screen[]>([]);

export const useScreens = (): readonly Screen[] => use(ScreensContext);
