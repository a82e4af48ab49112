import type { Translated } from "../../lib/translated.ts";
import type { permissionTexts as english } from "./permission-texts-en.ts";

export const permissionTexts: Translated<typeof english> = {
  descriptions: {
    USE_VERSION_1_0: "打开 1.0 版区域：任务、基准测试、维度。",
    MAGI_ADMIN: "平台标志：打开管理后台及其全部操作。",
    USER_MANAGE_R: "查看控制台用户。",
    PERM_MANAGE_R: "查看权限码、持有者和变更历史。",
    PERFORMER_PLAYGROUND: "注册执行器，并使用原始参数试用。",
    STATIC_RESOURCE_MANAGE: "查看和管理所有资源。",
    DYNAMIC_CONFIG_MANAGE: "查看、修改和发布动态配置。",
    ADMIN_MANAGE_R:
      "查看所有后台作业，并可重试或取消。内部持有者还可管理存储配置、集群、运行来源，以及他人拥有的对象。",
    USER_MANAGE_W: "在自己持有的权限范围内创建和修改用户。",
    PERM_MANAGE_W: "创建权限码，并可将任何权限码授予除自己以外的任何人。",
    MAGI_MODIFY_CREDITS: "平台标志：查看终端用户余额，逐个或批量发放积分，以及撤销发放。",
    MAGI_UPLOAD_ASSETS: "平台标志：将文件上传到资源库。",
    MAGI_UGC_AUDIT: "平台标志：审核终端用户的内容，批准或拒绝。",
    MAGI_VIEW_USER_INFO: "平台标志：查看终端用户的余额、批次、套餐和项目。",
    MAGI_VIEW_CONSUMPTIONS: "平台标志：查看终端用户的积分变动及其任务的消费。",
    MAGI_VIEW_SUBSCRIPTIONS: "平台标志：查看终端用户的订阅。",
    MAGI_VIEW_PAYMENTS: "平台标志：查看终端用户的付款。",
  },
  groups: { Console: "控制台", People: "人员", Platform: "平台" },
};
