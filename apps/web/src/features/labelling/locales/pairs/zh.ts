import type { Translated } from "../../../../lib/translated.ts";
import type { labelPairWords as english } from "./en.ts";

export const labelPairWords: Translated<typeof english> = {
  pairs: {
    column: "含另一片段键的列",
    columnHelp: "每个条目与此列指明的片段比较。没有对应片段的条目会被略过并报告。",
    columnHint: "选择一列",
    missing: "请选择含另一片段键的列。",
    keysHelp: "要比较两个片段，请在每行输入两个键，用逗号或制表符分隔。",
    found_one: "{{shown}} 对片段。",
    found_other: "{{shown}} 对片段。",
    badLine: "第 {{line}} 行没有指明两个不同的片段：请在每行输入两个键。",
    playerKeys: "空格 播放 · , . 逐帧 · [ ] 速度 · l 循环 · v 视图",
    better: "{{clip}} 更好",
    versus: "{{first}} 与 {{second}}",
    preview: "标注者会看到并排的两个片段，左右位置随机。",
    noColumns: "此任务的每个标注属于两个条目，因此不能成为列。请将标注导出为文件。",
  },
};
