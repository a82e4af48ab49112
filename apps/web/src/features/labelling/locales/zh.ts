import type { Translated } from "../../../lib/translated.ts";
import { labelPrefillModelWords } from "../prefill/locales/model-zh.ts";
import { labelPrefillWords } from "../prefill/locales/prefill-zh.ts";
import { labelCreateWords } from "./create-zh.ts";
import { labelDisagreementsWords } from "./disagreements-zh.ts";
import type { labellingWords as en } from "./en.ts";
import { labelExportWords } from "./exports-zh.ts";
import { labelGoldWords } from "./gold-zh.ts";
import { labelGroupWords } from "./groups/zh.ts";
import { labelHistoryWords } from "./history-zh.ts";
import { labelManageWords } from "./manage-zh.ts";
import { labelPairWords } from "./pairs/zh.ts";
import { labelReportWords } from "./report-zh.ts";
import { labelReviewWords } from "./review-zh.ts";
import { labelWorkWords } from "./work-zh.ts";

export const labellingWords: Translated<typeof en> = {
  toList: "前往标注任务",
  toHome: "前往首页",
  taskFailed: "无法加载标注任务",
  claimFailed: "无法加载后续条目",
  tabs: { mine: "我的", all: "全部", review: "审核" },
  status: { Draft: "草稿", Filling: "读取条目中", Failed: "失败", Open: "进行中", Paused: "已暂停", Closed: "已关闭" },
  list: {
    search: "名称或模板",
    name: "名称",
    template: "模板",
    source: "数据集",
    progress: "标注",
    progressOf: "{{name}} 的标注进度",
    done: "{{done}} / {{total}}",
    overlap: "重叠",
    mine: "我的",
    due: "截止",
    status: "状态",
    owner: "负责人",
    priority: "优先级",
    updated: "更新时间",
    acts: "操作",
  },
  next: {
    title: "继续标注",
    resume: "继续",
    start: "开始标注",
    left_one: "剩余 {{shown}} 条标注",
    left_other: "剩余 {{shown}} 条标注",
    leased_one: "为你保留 {{shown}} 个条目",
    leased_other: "为你保留 {{shown}} 个条目",
    until: "至",
  },
  empty: {
    title: "还没有标注任务",
    hint: "标注任务把数据集视图中的条目逐个分给人员，并保留每个答案。从一个表单开始：",
    found: "没有匹配的任务",
    foundHint: "请更改搜索或筛选条件。",
    external: "没有标注任务",
    externalHint: "邀请你标注的任务会显示在这里。",
  },
  acts: {
    menu: "{{name}} 的操作",
    open: "标注",
    history: "历史",
    people: "人员",
    guidelines: "标注规范",
    export: "导出标注",
    start: "启动",
    pause: "暂停",
    resume: "恢复",
    reopen: "重新打开",
    close: "关闭",
  },
  change: {
    start: {
      title: "启动 {{name}}？",
      effect: "系统会从数据集中读取条目，就绪后即可开始标注。",
      action: "启动任务",
      done: "{{name}} 已启动。",
    },
    pause: {
      title: "暂停 {{name}}？",
      effect: "不再分配新条目。已分配的条目仍可提交。",
      action: "暂停任务",
      done: "{{name}} 已暂停。",
    },
    resume: { title: "恢复 {{name}}？", effect: "重新开始分配条目。", action: "恢复任务", done: "{{name}} 已恢复。" },
    reopen: {
      title: "重新打开 {{name}}？",
      effect: "重新开始分配条目。所有标注均已保留。",
      action: "重新打开任务",
      done: "{{name}} 已重新打开。",
    },
    close: {
      title: "关闭 {{name}}？",
      effect: "之后不能再标注。所有标注均会保留并可导出。任务可以重新打开。",
      action: "关闭任务",
      done: "{{name}} 已关闭。",
    },
  },
  people: {
    title: "{{name}} 的人员",
    asked: "邀请标注",
    hint: "内部用户可以标注所有进行中的任务。外部用户只能看到邀请他们的任务。被移除人员的标注会保留。",
    save: "保存人员",
    saved: "人员已保存。",
    done: "每人的标注",
    name: "人员",
    submitted: "标注",
    skipped: "跳过",
    leased: "持有",
    kept: "预填保留率",
    keptHint: "未修改就提交的预填字段所占比例。",
    notAsked: "未被邀请",
  },
  guidelines: {
    title: "标注规范",
    of: "{{name}} 的标注规范",
    about: "保存会在版本 {{version}} 之后生成新版本。每条标注都保留其依据的版本。",
    text: "文本（Markdown）",
    preview: "预览",
    placeholder: "# 关注什么\n\n- 描述看到的内容\n- 不要猜测意图",
    syntax: "# 标题、**粗体**、*斜体*、- 列表、1. 列表、> 引用、`代码`、[链接](https://…)",
    none: "没有标注规范。",
    version: "版本 {{version}}，作者 {{by}}，",
    changed: "标注规范已更新：版本 {{version}}。",
    read: "阅读标注规范",
    save: "保存新版本",
    saved: "标注规范版本 {{version}} 已保存。",
  },
  gone: { title: "没有此标注任务", hint: "任务不存在，或未与你共享。" },
  ...labelCreateWords,
  ...labelDisagreementsWords,
  ...labelExportWords,
  ...labelGoldWords,
  ...labelPrefillWords,
  ...labelPrefillModelWords,
  ...labelGroupWords,
  ...labelHistoryWords,
  ...labelManageWords,
  ...labelPairWords,
  ...labelReportWords,
  ...labelReviewWords,
  ...labelWorkWords,
};
