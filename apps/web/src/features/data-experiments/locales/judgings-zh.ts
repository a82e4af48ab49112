import type { Translated } from "../../../lib/translated.ts";
import type { judgingsWords as english } from "./judgings-en.ts";

export const judgingsWords: Translated<typeof english> = {
  title: "盲评",
  about: "不知道模型的人有多常偏好某个分组而不是第一个分组。平局算一半。",
  none: "尚未关联盲评。请先对用各分组训练的模型的片段进行盲评，再在此关联。",
  attach: "关联盲评",
  again: "重新统计",
  detach: "取消关联 {{name}}",
  counted: "由 {{by}} 统计，",
  tally: "{{prompts}} 个提示词：{{wins}} 胜、{{ties}} 平、{{losses}} 负",
  verdict: {
    preferred: "更受偏好",
    not_preferred: "不受偏好",
    no_preference: "没有明显偏好",
    too_few: "评判太少，无法判断",
  },
  method: "评判所占比例及 95% 区间，区间把提示词视为抽样：少数提示词上的大量评判说明不了多少。",
  frozen: "{{arm}} 在 {{rate}} 的评判中更受偏好（{{judging}}）",
  dialog: {
    title: "关联盲评",
    about: "选择一个已结束的盲评，并说明其中哪一列对应哪个分组。能看到此问题的人都会看到这些比例。",
    task: "盲评",
    taskHint: "已结束任务名称的一部分",
    column: "{{arm}} 的列",
    columnHint: "未评判",
    needsTask: "请选择盲评",
    needsColumns: "请为第一个分组和至少另一个分组选择列",
    onceEach: "一列只能属于一个分组",
    notPairs: "这些片段是逐个评分的。只有成对评判才有胜率。",
    action: "关联",
  },
};
