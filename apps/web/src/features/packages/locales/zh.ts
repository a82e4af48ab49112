import type { Translated } from "../../../lib/translated.ts";
import { packageCompareWords } from "./compare-zh.ts";
import { packageCreateWords } from "./create-zh.ts";
import { packageDetailWords } from "./detail-zh.ts";
import type { packagesWords as en } from "./en.ts";
import { packageWarningWords } from "./warnings-zh.ts";

export const packagesWords: Translated<typeof en> = {
  new: "新建数据包",
  none: "–",
  deprecated: "已弃用",
  damaged: "已损坏",
  progressOf: "{{name}} 的进度",
  ofShards: "{{done}} / {{total}}",
  samples_one: "{{shown}} 个样本",
  samples_other: "{{shown}} 个样本",
  status: {
    Queued: "排队中",
    Running: "写入中",
    Verifying: "校验中",
    Ready: "就绪",
    Failed: "失败",
    Cancelled: "已取消",
    Deleted: "已删除",
  },
  list: {
    search: "名称",
    name: "名称",
    status: "状态",
    source: "来源",
    dataset: "数据集",
    format: "格式",
    samples: "样本",
    bytes: "大小",
    duration: "时长",
    leftOut: "未打包",
    by: "创建人",
    when: "创建时间",
    took: "耗时",
    seed: "种子",
    uri: "URI",
    note: "备注",
  },
  empty: {
    title: "暂无数据包",
    hint: "数据包是把数据集的已保存视图写成分片，供训练程序流式读取。它不会改变，相同的设置得到相同的字节。",
    found: "没有匹配的数据包",
    foundHint: "请修改或清除筛选条件。",
  },
  reasons: {
    faulty: "已知损坏",
    no_media: "没有片段",
    no_caption: "没有描述",
    too_short: "太短",
    too_small: "太小",
    too_large: "大于一个分片",
    object_missing: "文件缺失",
    object_truncated: "文件被截断",
    unreadable: "无法读取",
  },
  ...packageCreateWords,
  ...packageDetailWords,
  ...packageWarningWords,
  compare: packageCompareWords,
};
