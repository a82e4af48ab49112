import type { Translated } from "../../../lib/translated.ts";
import type { dataWords as english } from "./data-en.ts";

export const dataWords: Translated<typeof english> = {
  against: "{{arm}} 与 {{base}} 相比",
  conditions: "条件",
  onlyIn: "仅在 {{name}} 中",
  inBoth: "两者都有",
  noCondition: "没有条件",
  sameConditions: "条件相同。",
  otherSet: "数据集不同：{{arm}}，而不是 {{base}}。",
  samples: "样本",
  both: "两者都有",
  changed_one: "两者都有的样本中，{{shown}} 个的值或字节不同。",
  changed_other: "两者都有的样本中，{{shown}} 个的值或字节不同。",
  byKey: "样本按键匹配。",
  shareOf: "{{shown}}（{{share}}）",
  duration: "{{name}}：片段共 {{time}}",
  running: "正在比较样本",
  failed: "无法比较样本",
  again: "重新比较",
  wall: "{{items}} 个片段中的 {{shown}} 个，取自数据各处",
  wallMore: "显示更多",
  distributions: "分布",
  distanceHint: "Kolmogorov–Smirnov 距离为 0 表示分布相同，为 1 表示完全不同。",
  share: "样本占比（%）",
  shifts: {
    none: "没有偏移（距离 {{distance}}）",
    slight: "略有偏移（距离 {{distance}}）",
    clear: "明显偏移（距离 {{distance}}）",
    strong: "强烈偏移（距离 {{distance}}）",
  },
};
