import type { Translated } from "../../../lib/translated.ts";
import type { mixWords as english } from "./mix-en.ts";

export const mixWords: Translated<typeof english> = {
  none: "没有可混合的数据包",
  noneHint: "可以混合 MDS 格式的数据包：StreamingDataset 能读取它们。",
  leftOut_one: "有 {{count}} 组未列入：它是视图，或 StreamingDataset 无法读取的数据包。",
  leftOut_other: "有 {{count}} 组未列入：它们是视图，或 StreamingDataset 无法读取的数据包。",
  mode: "流的混合方式",
  proportion: "按比例",
  amount: "按数量",
  repeat: "重复",
  choose: "抽取",
  epochSize: "每轮样本数",
  column: {
    stream: "流",
    setting: "设置",
    drawn: "样本",
    share: "占比",
    epochs: "该流的轮数",
    hours: "小时",
  },
  of: {
    proportion: "{{name}} 的比例",
    repeat: "{{name}} 的重复次数",
    choose: "{{name}} 的样本数",
    amount: "{{name}} 的数量方式",
  },
  total: "一轮",
  hint: "比例是权重。重复表示每个样本在一轮中出现的次数，抽取表示抽出的样本数。小时数由流中片段的平均长度得出。",
  code: "加载器",
  language: "加载器的语言",
  copy: { idle: "复制", copied: "已复制", failed: "复制失败" },
};
