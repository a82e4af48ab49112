import type { Translated } from "../../../lib/translated.ts";
import type { paletteWords as english } from "./en.ts";

export const paletteWords: Translated<typeof english> = {
  title: "搜索或跳转",
  placeholder: "搜索任务、数据集、数据包、用户、配置、页面…",
  nothing: "没有匹配项。",
  searching: "正在搜索…",
  failed: "搜索失败。按 Enter 重试。",
  recent: "最近",
  screens: "页面",
  actions: "操作",
  notBuilt: "暂未开放",
  useTheme: "主题：{{theme}}",
  useLanguage: "语言：{{language}}",
  kinds: {
    task: "任务",
    dataset: "数据集",
    package: "数据包",
    asset: "资源",
    console_user: "控制台用户",
    end_user: "终端用户",
    setting: "配置",
  },
  notes: {
    Benchmark: "基准测试",
    DataProcessing: "数据处理",
    Evaluation: "评测",
    video: "视频",
    image: "图片",
    audio: "音频",
    other: "其他",
  },
};
