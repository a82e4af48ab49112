import type { Translated } from "../../lib/translated.ts";
import type { en } from "./en.ts";
import { frameWords } from "./locales/frame-zh.ts";
import { messageWords } from "./locales/messages-zh.ts";
import { screenWords } from "./locales/screens-zh.ts";

export const zh: Translated<typeof en> = { frame: frameWords, screens: screenWords, messages: messageWords };
