import type { Translated } from "../../lib/translated.ts";
import type { approvalWords as english } from "./approvals-en.ts";

export const approvalWords: Translated<typeof english> = {
  title_one: "{{count}} 个请求需要第二位管理员审批",
  title_other: "{{count}} 个请求需要第二位管理员审批",
  failed: "无法加载待审批的请求",
  tag: "待审批",
  tagHint: "由 {{who}} 提出，需要第二位管理员批准。",
  what: {
    service_credential: "可创建积分的凭据“{{target}}”",
    rotation: "可创建积分的凭据“{{target}}”的新密钥",
    permission: "授予 {{target}} 的权限",
    config: "{{target}} 的新值",
  },
  facts: {
    scopes: "范围",
    daily_credits: "每日积分",
    permission: "权限",
    before: "当前发布值",
    after: "批准后",
    nothing: "无",
  },
  askedBy: "由 {{who}} 提出",
  own: "这是您提出的请求，需要另一位管理员批准。",
  approve: "批准",
  approveNamed: "批准 {{target}}",
  reject: "拒绝",
  rejectNamed: "拒绝 {{target}}",
  withdraw: "撤回",
  withdrawNamed: "撤回 {{target}}",
  approvedTitle: {
    service_credential: "接受“{{target}}”的密钥？",
    permission: "授予 {{target}} 此权限？",
    config: "发布 {{target}}？",
  },
  rejectedTitle: {
    service_credential: "拒绝“{{target}}”的密钥？",
    permission: "拒绝授予 {{target}} 此权限？",
    config: "拒绝 {{target}} 的新值？",
  },
  approvedEffect: "由 {{who}} 提出，批准后立即生效。",
  rejectedEffect: "由 {{who}} 提出，不会有任何更改。原因会被记录。",
  approvedAction: "批准请求",
  rejectedAction: "拒绝请求",
  reason: "原因",
  reasonHint: "至少 5 个字符，会记录在历史中。",
};
