import type { Translated } from "../../../lib/translated.ts";
import type { homeWords as english } from "./en.ts";

export const homeWords: Translated<typeof english> = {
  greeting: "你好，{{name}}",
  waiting: {
    title: "等待你处理",
    noPassword: "你还没有密码",
    noPasswordHint: "在设置密码之前，每次登录都需要邮件验证码。",
    setPassword: "设置密码",
    nothing: "没有等待你处理的事",
    nothingHint: "相关页面建成后，需要你处理的标注任务、评估和审批会显示在这里。",
  },
  places: {
    title: "你可以去的地方",
    root: "控制台",
    none: "其他",
    v1: "1.0 版",
    platform: "平台管理",
    notBuilt: "尚未建成",
  },
  changes: {
    title: "最近的变化",
    nothing: "还没有发布说明",
    nothingHint: "从首次发布起，变化会显示在这里。",
    unreleased: "尚未发布",
  },
};
