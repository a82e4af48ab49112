import type { Translated } from "../../../lib/translated.ts";
import type { labelManageWords as en } from "./manage-en.ts";

export const labelManageWords: Translated<typeof en> = {
  manage: {
    edit: {
      act: "编辑",
      title: "编辑 {{name}}",
      name: "任务名称",
      missingName: "请输入名称。",
      leaseHelp: "无操作时条目的保留时间。已持有的条目在下一次心跳前保持原有时间。",
      save: "保存任务",
      saved: "{{name}} 已保存。",
    },
    add: {
      act: "添加条目",
      title: "向 {{name}} 添加条目",
      about: "{{dataset}}@{{version}} 的条目会添加到最后一个条目之后，任务中已有的条目会跳过。标注可以继续进行。",
      noViews: "没有版本 {{version}} 的已保存视图。请在数据集中保存一个，或输入键。",
      start: "添加条目",
      started: "正在向 {{name}} 添加条目。",
      last: "上次添加",
      running: "正在添加条目：已添加 {{added}} 个",
      finished: "已添加 {{added}} 个，{{duplicates}} 个已存在，{{missing}} 个键未找到",
      failed: "添加 {{added}} 个条目后失败：{{error}}",
    },
    delete: {
      act: "删除",
      title: "删除 {{name}}？",
      effect: "任务及其条目会被删除。有标注的任务不能删除，请改为关闭。",
      action: "删除任务",
      done: "{{name}} 已删除。",
    },
    template: {
      archive: "归档模板",
      restore: "恢复模板",
      archived: "显示已归档的模板",
      title: "归档 {{name}}？",
      archives: "新任务不能再使用此模板。正在使用它的任务会保留它，之后可以恢复。",
      deletes: "没有任务使用此模板，因此会被删除。",
      done: "{{name}} 已归档。",
    },
    release: {
      act: "释放",
      of: "释放 {{name}} 的条目",
      hint: "把持有的条目交给其他人；草稿会保留。",
      done_one: "已释放 {{name}} 的 {{shown}} 个条目。",
      done_other: "已释放 {{name}} 的 {{shown}} 个条目。",
    },
  },
};
