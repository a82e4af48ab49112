import type { PermissionCode } from "@dailies/contract/access";

const names: Record<PermissionCode, string> = {
  USE_VERSION_1_0: "Version 1.0",
  MAGI_ADMIN: "Platform administrator",
  USER_MANAGE_R: "Users: see",
  PERM_MANAGE_R: "Permissions: see",
  PERFORMER_PLAYGROUND: "Performer playground",
  STATIC_RESOURCE_MANAGE: "Static resources",
  DYNAMIC_CONFIG_MANAGE: "Dynamic config",
  ADMIN_MANAGE_R: "Jobs",
  USER_MANAGE_W: "Users: change",
  PERM_MANAGE_W: "Permissions: change",
  MAGI_MODIFY_CREDITS: "Modify credits",
  MAGI_UPLOAD_ASSETS: "Upload assets",
  MAGI_UGC_AUDIT: "Audit user content",
  MAGI_VIEW_USER_INFO: "View user info",
  MAGI_VIEW_CONSUMPTIONS: "View consumptions",
  MAGI_VIEW_SUBSCRIPTIONS: "View subscriptions",
  MAGI_VIEW_PAYMENTS: "View payments",
};

/** Words of the parts that serve several features. */
export const sharedWords = {
  device: {
    on: "{{browser}} on {{system}}",
    unknown: "Unknown device",
  },
  permissions: { names },
  operations: {
    by: "by {{name}}",
    types: {
      Create_user: "Created the user",
      Update_user: "Changed the user",
      Import_users: "Imported users",
      Invite_user: "Sent the invitation again",
      End_sessions: "Ended sessions",
      Change_permissions: "Changed permissions",
      Create_permission: "Created the code",
      Update_permission: "Changed the code",
      Delete_permission: "Deleted the code",
    },
  },
} as const;
