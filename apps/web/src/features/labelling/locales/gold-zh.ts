import type { Translated } from "../../../lib/translated.ts";
import type { labelGoldWords as english } from "./gold-en.ts";

export const labelGoldWords: Translated<typeof english> = {
  gold: {
    act: "标准答案条目",
    title: "{{name}} 的标准答案条目",
    about:
      "已知答案的条目用于检查标注是否认真。它们混入每个人的条目中，每个最多出现一次，看起来与其他条目相同，且不计入标注结果。只有你（所有者）能看到它们。",
    share: "标准答案条目（%）",
    shareHelp: "分配给每个人的条目中标准答案条目的比例。",
    rows: "键和答案，CSV 或 JSONL",
    rowsHint: "key,decision\nclip-0001,keep\nclip-0002,drop",
    rowsHelp: "CSV：首行为 key 和字段键；多个选项用 ; 分隔。JSONL：{{example}}",
    file: "选择文件",
    found_zero: "还没有行。",
    found_one: "保存时会添加或修改 {{shown}} 行。",
    found_other: "保存时会添加或修改 {{shown}} 行。",
    faults: {
      noKey: "首行需要名为 key 的列。",
      noField: "第 {{line}} 行：表单没有字段 {{field}}。",
      badValue: "第 {{line}} 行：无法读取 {{field}}。",
      badLine: "第 {{line}} 行：不是包含 key 和 values 的 JSON 对象。",
      tooMany: "一个任务最多有 {{most}} 个标准答案条目。",
    },
    save: "保存标准答案条目",
    saved: "标准答案条目已保存。",
    list: "已标记的条目",
    none: "还没有标准答案条目。",
    key: "条目",
    answer: "答案",
    state: "状态",
    states: { waiting: "正在查找条目", ready: "就绪", missing: "任务中没有" },
    remove: "移除",
    removeOf: "移除标准答案条目 {{key}}",
    mark: "设为标准答案条目",
    marked: "条目 {{item}} 现在是标准答案条目。",
    report: "标准答案正确率",
    reportHint: "每个人对标准答案条目的回答与已知答案的接近程度，含 95% 区间。",
  },
  ownItem: "你的第 {{item}} 个条目",
  adjudicateItem: "裁定",
  adjudicateAgain: "再次裁定",
};
