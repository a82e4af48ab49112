import type { Translated } from "../../../lib/translated.ts";
import type { reportsWords as english } from "./reports-en.ts";

export const reportsWords: Translated<typeof english> = {
  title: "报告",
  open: "报告",
  none: "还没有报告",
  noneHint: "比较一些运行并冻结视图：报告会按原样保留，并有自己的地址。",
  freeze: "冻结为报告",
  action: "冻结视图",
  about_one: "{{count}} 个运行的参数、曲线和样本会按现在的样子保存。任何人都不能修改报告。",
  about_other: "{{count}} 个运行的参数、曲线和样本会按现在的样子保存。任何人都不能修改报告。",
  name: "名称",
  nameMissing: "请为报告命名。",
  charts: "图表",
  chartsHelp: "最多 {{max}} 个。坐标轴、平滑、刻度和样本的步数按当前设置保留。",
  subtitle_one: "{{count}} 个运行当时的样子",
  subtitle_other: "{{count}} 个运行当时的样子",
  frozen: "冻结时间",
  frozenBy: "冻结者：{{name}}",
  unchanged: "此后其运行没有变化。",
  changed: "此后：",
  change: {
    deleted: "{{name}} 已被移除",
    gone: "来源不再列出 {{name}}",
    continued: "{{name}} 继续运行，现在的状态：{{status}}",
  },
  now: "比较这些运行现在的样子",
  noSamples: "冻结视图时还没有记录样本。",
  failed: "无法加载报告",
  gone: "该报告不存在",
  copy: { idle: "复制链接", copied: "已复制", failed: "复制被拒绝" },
};
