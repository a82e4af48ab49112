import type { Translated } from "../../lib/translated.ts";
import type { sharedWords as english } from "./en.ts";

export const sharedWords: Translated<typeof english> = {
  device: {
    on: "{{system}} 上的 {{browser}}",
    unknown: "未知设备",
  },
  permissions: {
    names: {
      USE_VERSION_1_0: "1.0 版本",
      MAGI_ADMIN: "平台管理员",
      USER_MANAGE_R: "用户：查看",
      PERM_MANAGE_R: "权限：查看",
      PERFORMER_PLAYGROUND: "执行器体验区",
      STATIC_RESOURCE_MANAGE: "静态资源",
      DYNAMIC_CONFIG_MANAGE: "动态配置",
      ADMIN_MANAGE_R: "任务",
      USER_MANAGE_W: "用户：修改",
      PERM_MANAGE_W: "权限：修改",
      MAGI_MODIFY_CREDITS: "修改积分",
      MAGI_UPLOAD_ASSETS: "上传素材",
      MAGI_UGC_AUDIT: "审核用户内容",
      MAGI_VIEW_USER_INFO: "查看用户信息",
      MAGI_VIEW_CONSUMPTIONS: "查看消费",
      MAGI_VIEW_SUBSCRIPTIONS: "查看订阅",
      MAGI_VIEW_PAYMENTS: "查看付款",
    },
  },
  operations: {
    by: "操作人 {{name}}",
    types: {
      Create_user: "创建用户",
      Update_user: "修改用户",
      Import_users: "导入用户",
      Invite_user: "重新发送邀请",
      End_sessions: "结束会话",
      Change_permissions: "修改权限",
      Create_permission: "创建权限码",
      Update_permission: "修改权限码",
      Delete_permission: "删除权限码",
    },
  },
};
