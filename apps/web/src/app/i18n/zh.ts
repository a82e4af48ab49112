import { assetsWords } from "../../features/assets/words/zh.ts";
import { authWords } from "../../features/auth/words/zh.ts";
import { deskWords } from "../../features/developer-desk/words/zh.ts";
import { homeWords } from "../../features/home/words/zh.ts";
import { permissionsWords } from "../../features/permissions/words/zh.ts";
import { settingsWords } from "../../features/settings/words/zh.ts";
import { usersWords } from "../../features/users/words/zh.ts";
import type { Translated } from "../../lib/translated.ts";
import { sharedWords } from "../../shared/words/zh.ts";
import { uiZh } from "../../ui/words/zh.ts";
import type { en } from "./en.ts";
import { frameWords } from "./words/frame-zh.ts";
import { messageWords } from "./words/messages-zh.ts";
import { screenWords } from "./words/screens-zh.ts";

export const zh: Translated<typeof en> = {
  frame: frameWords,
  screens: screenWords,
  messages: messageWords,
  auth: authWords,
  home: homeWords,
  desk: deskWords,
  settings: settingsWords,
  users: usersWords,
  permissions: permissionsWords,
  shared: sharedWords,
  assets: assetsWords,
  ui: uiZh,
};
