import type { Translated } from "../../../lib/translated.ts";
import type { lineageWords as english } from "./en.ts";

/** 对象从何而来、用于何处的文字。 */
export const lineageWords: Translated<typeof english> = {
  title: "血缘",
  titleOf: "{{name}} 的血缘",
  open: "查看血缘",
  sources: "来自",
  uses: "用于",
  noSources: "无其他来源",
  noUses: "尚未使用",
  hidden_one: "{{shown}} 个您无权查看的对象",
  hidden_other: "{{shown}} 个您无权查看的对象",
  more: "另有 {{shown}} 个",
  atLeast: "{{shown}}+",
  showMore: "显示更多：{{kind}}",
  version: "{{name}} · v{{version}}",
  deleted: "已删除",
  failed: "无法加载血缘",
  graph: {
    name: "左侧为来源、右侧为用途的关系图",
    failed: "无法加载关系图",
    cut: "关系图未完：打开边缘对象的血缘可查看更多。",
    here: "当前对象",
    moreSources: "另有 {{shown}} 个来源",
    moreUses: "另有 {{shown}} 个用途",
  },
  kind: {
    dataset: "数据集",
    view: "视图",
    label_task: "标注任务",
    label_snapshot: "标注",
    package: "数据包",
    run: "训练运行",
    data_experiment: "数据实验",
    service: "服务",
    performer: "执行器",
    benchmark: "基准测试",
    board: "榜单",
  },
};
