import { MESSAGES } from "@dailies/contract/messages";
import { assetsWords } from "../../features/assets/words/en.ts";
import { authWords } from "../../features/auth/words/en.ts";
import { deskWords } from "../../features/developer-desk/words/en.ts";
import { homeWords } from "../../features/home/words/en.ts";
import { permissionsWords } from "../../features/permissions/words/en.ts";
import { settingsWords } from "../../features/settings/words/en.ts";
import { usersWords } from "../../features/users/words/en.ts";
import { sharedWords } from "../../shared/words/en.ts";
import { uiEn } from "../../ui/words/en.ts";
import { frameWords } from "./words/frame-en.ts";
import { screenWords } from "./words/screens-en.ts";

export const en = {
  frame: frameWords,
  screens: screenWords,
  messages: MESSAGES,
  auth: authWords,
  home: homeWords,
  desk: deskWords,
  settings: settingsWords,
  users: usersWords,
  permissions: permissionsWords,
  shared: sharedWords,
  assets: assetsWords,
  ui: uiEn,
} as const;

export type ScreenWord = keyof typeof screenWords;
