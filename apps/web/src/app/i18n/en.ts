import { MESSAGES } from "@dailies/contract/messages";
import { frameWords } from "./locales/frame-en.ts";
import { screenWords } from "./locales/screens-en.ts";

/** Loaded with the page itself: the frame and the menus. All other strings are in `word-groups.ts`. */
export const en = { frame: frameWords, screens: screenWords, messages: MESSAGES } as const;

export type ScreenWord = keyof typeof screenWords;
