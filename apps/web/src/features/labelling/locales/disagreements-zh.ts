import type { Translated } from "../../../lib/translated.ts";
import type { labelDisagreementsWords as english } from "./disagreements-en.ts";

export const labelDisagreementsWords: Translated<typeof english> = {
  disagreements: {
    task: "之前的任务",
    taskHint: "搜索标注任务",
    taskHelp: "每个条目有多个标注的任务。条目保持原有顺序和预填值。",
    which: "哪些条目",
    pending: "等待裁定的条目",
    below: "标注一致性低于某个值的条目",
    value: "一致性低于（%）",
    valueHelp: "100：标注不完全相同的所有条目。",
    open: "用分歧条目新建任务",
    of: "{{name}} 的分歧",
  },
  disagreed: { filter: "一致性", only: "仅显示标注不一致的条目" },
};
