import type { Translated } from "../../lib/translated.ts";
import type { operationsWords as english } from "./operations-en.ts";

export const operationsWords: Translated<typeof english> = {
  by: "操作人 {{name}}",
  types: {
    Create_user: "创建用户",
    Update_user: "修改用户",
    Import_users: "导入用户",
    Invite_user: "重新发送邀请",
    Change_password: "修改密码",
    End_sessions: "结束会话",
    Reset_second_factor: "重置第二因素",
    Add_authenticator_app: "添加身份验证器应用",
    Remove_authenticator_app: "移除身份验证器应用",
    Add_passkey: "添加通行密钥",
    Remove_passkey: "移除通行密钥",
    Change_permissions: "修改权限",
    Create_permission: "创建权限码",
    Update_permission: "修改权限码",
    Delete_permission: "删除权限码",
    Request_approval: "提出审批申请",
    Approve_request: "批准了请求",
    Reject_request: "拒绝了请求",
  },
};
