import type { Translated } from "../../../lib/translated.ts";
import type { promoteWords as english } from "./promote-en.ts";

export const promoteWords: Translated<typeof english> = {
  open: "升级为基准测试",
  noPrompts: "该运行没有可用于基准测试的样本提示词",
  title: "升级 {{name}}",
  about: "用该运行的提示词创建一个基准测试任务。在那里生成片段并进行评审。",
  name: "任务名称",
  taskName: "{{name}} 的基准测试",
  description: "{{experiment}} 的运行 {{run}} 的提示词：{{address}}",
  performer: "运行该检查点的执行者",
  performerHelp: "它将成为第一列，并以该运行命名。留空则以后再添加列。服务可在其页面上成为执行者：",
  services: "推理服务",
  prompts: "提示词（{{count}} / {{total}}）",
  action: "创建基准测试",
};
