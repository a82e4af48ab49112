import type { Translated } from "../../../lib/translated.ts";
import type { leasedWorkWords as en } from "./en.ts";

export const leasedWorkWords: Translated<typeof en> = {
  dismiss: "知道了",
  keysHelp: "快捷键",
  lease: {
    left: "剩余时间 {{time}}",
    ends: "租约将在 {{time}} 后到期",
    about: "在此期间该条目分配给你。你活跃时页面会自动续租，否则条目会分配给其他人。",
  },
  undo: { left_one: "剩余 {{count}} 秒", left_other: "剩余 {{count}} 秒" },
  more_one: "下方还有 {{count}} 个问题",
  more_other: "下方还有 {{count}} 个问题",
  choice: { A: "A 更好", B: "B 更好", tie: "差不多", both_bad: "都不好" },
  skip: {
    button: "跳过条目",
    title: "跳过此条目？",
    action: "跳过条目",
    reason: "原因",
    note: "备注（可选）",
  },
};
