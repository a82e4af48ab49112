import type { Translated } from "../../../lib/translated.ts";
import type { verifyWords as english } from "./verify-en.ts";

export const verifyWords: Translated<typeof english> = {
  title: "校验分片",
  what: "校验范围",
  all: "全部 {{shards}} 个分片，{{bytes}}",
  one: "仅分片 {{shard}}",
  decode: "同时解码每个样本",
  hint: "对照索引检查大小、哈希和偏移量。校验在后台运行，可以离开此页面。",
  start: "开始校验",
  report: "报告",
  progress: "已校验的分片",
  read: "已读取 {{bytes}}",
  clean: "没有错误",
  cleanSoFar: "目前没有错误",
  faults: "错误：{{faults}}",
  faultList: "错误",
  shard: "分片 {{shard}}",
  goSample: "前往样本 {{index}}",
  goLastGood: "最后一个有效样本：{{index}}",
  more: "显示前 {{shown}} 个，共 {{total}} 个。",
  history: "以前的校验",
  summary: "{{shards}} / {{total}} 个分片，错误：{{faults}}",
  kinds: {
    missing: "文件缺失",
    size: "大小不符",
    hash: "哈希不符",
    offsets: "偏移量损坏",
    decode: "无法解码",
    count: "数量不符",
  },
  statuses: { Waiting: "等待中", Running: "进行中", Finished: "已完成", Failed: "失败", Cancelled: "已取消" },
};
