import type { Translated } from "../../../lib/translated.ts";
import type { homeWords as english } from "./en.ts";

export const homeWords: Translated<typeof english> = {
  greeting: "你好，{{name}}",
  queue: {
    title: "待办",
    failed: "部分待办无法加载",
    kinds: { approve: "审批", judge: "评测", failed: "失败", generated: "已生成" },
    approve_one: "{{shown}} 笔积分发放",
    approve_other: "{{shown}} 笔积分发放",
    approveHint: "由其他运营人员申请，最早",
    judged_zero: "尚未开始",
    judged_one: "已评 {{shown}} 项，还有剩余",
    judged_other: "已评 {{shown}} 项，还有剩余",
    leased_one: "已为你保留 {{shown}} 项",
    leased_other: "已为你保留 {{shown}} 项",
    failedCells_one: "{{shown}} 个单元格失败",
    failedCells_other: "{{shown}} 个单元格失败",
    generated_one: "{{shown}} 个视频可供评测",
    generated_other: "{{shown}} 个视频可供评测",
    noPassword: "你还没有密码",
    noPasswordHint: "设置密码之前，每次登录都需要一次性验证码。",
    setPassword: "设置密码",
    nothing: "暂无待办",
    nothingHint: "请你参与的评测、待审批的发放和你的任务中失败的单元格会显示在这里。",
  },
  running: {
    title: "正在运行",
    loading: "加载中…",
    nothing: "你没有正在生成的评测任务。",
    bar: "{{name}}：已生成 {{done}} / {{total}} 个视频",
  },
  places: {
    title: "页面",
    root: "控制台",
    none: "其他",
    v1: "1.0 版",
    platform: "平台管理",
    notBuilt: "暂未开放",
  },
  changes: {
    title: "更新日志",
    nothing: "暂无更新日志",
    nothingHint: "首次发布后，更新日志会显示在这里。",
    unreleased: "未发布",
  },
};
