import type { Translated } from "../../../lib/translated.ts";
import type { homeWords as english } from "./en.ts";

export const homeWords: Translated<typeof english> = {
  greeting: "你好，{{name}}",
  waiting: {
    title: "待办",
    noPassword: "你还没有密码",
    noPasswordHint: "设置密码之前，每次登录都需要一次性验证码。",
    setPassword: "设置密码",
    nothing: "暂无待办",
    nothingHint: "相关页面开放后，分配给你的标注任务、评测和审批会显示在这里。",
  },
  places: {
    title: "页面",
    root: "控制台",
    none: "其他",
    v1: "1.0 版",
    platform: "平台管理",
    notBuilt: "暂未开放",
  },
  changes: {
    title: "更新日志",
    nothing: "暂无更新日志",
    nothingHint: "首次发布后，更新日志会显示在这里。",
    unreleased: "未发布",
  },
};
