import type { Translated } from "../../lib/translated.ts";
import type { en } from "./en.ts";
import { frameWords } from "./words/frame-zh.ts";
import { messageWords } from "./words/messages-zh.ts";
import { screenWords } from "./words/screens-zh.ts";

export const zh: Translated<typeof en> = { frame: frameWords, screens: screenWords, messages: messageWords };
