import type { Translated } from "../../../lib/translated.ts";
import type { notificationsWords as en } from "./en.ts";

export const notificationsWords: Translated<typeof en> = {
  title: "通知",
  nothing: "暂无通知",
  nothingHint:
    "有人邀请你评审或标注、将你加入任务、与你共享榜单或处理了你的申请时，以及你的基准测试生成完成时，你会收到通知。",
  unread_zero: "没有未读通知",
  unread_one: "{{count}} 条未读",
  unread_other: "{{count}} 条未读",
  markAllRead: "全部标为已读",
  older: "显示更早的通知",
  new: "新",
  mail: "有人邀请我评审时发送邮件",
  judgingOpened: "邀请你评审其片段",
  labellingAsked: "邀请你标注其条目",
  memberAdded: "{{by}} 将你加入了此任务",
  generated_one: "生成完成，{{shown}} 个片段已就绪",
  generated_other: "生成完成，{{shown}} 个片段已就绪",
  generatedWithFailures_one: "生成完成，{{succeeded}} 个已就绪，{{shown}} 个单元格失败",
  generatedWithFailures_other: "生成完成，{{succeeded}} 个已就绪，{{shown}} 个单元格失败",
  labelReturned: "审核人退回了你的标注",
  boardShared: "{{by}} 与你共享了此榜单",
  requests: {
    grant: "你的积分发放申请",
    service_credential: "你的服务凭证申请",
    permission: "你的权限变更申请",
    config: "你的受保护设置变更申请",
  },
  approved: "{{by}} 已批准",
  rejected: "{{by}} 已拒绝",
};
