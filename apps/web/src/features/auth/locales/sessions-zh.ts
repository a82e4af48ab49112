import type { Translated } from "../../../lib/translated.ts";
import type { sessionsWords as english } from "./sessions-en.ts";

export const sessionsWords: Translated<typeof english> = {
  title: "我的会话",
  hint: "所有已登录你账户的浏览器。请结束你不认识的会话。",
  since: "登录时间",
  lastUse: "最近使用",
  thisOne: "当前会话",
  end: "结束",
  endNamed: "结束 {{device}} 上的会话",
  endOthers: "结束其他全部会话",
  endOthersTitle: "结束其他全部会话？",
  endOthersHint: "这些浏览器需要重新登录，当前会话不受影响。",
  failed: "无法加载你的会话",
};
