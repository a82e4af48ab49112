import type { PermissionCode } from "@dailies/contract/access";

const descriptions: Record<PermissionCode, string> = {
  USE_VERSION_1_0: "Opens the version 1.0 area: tasks, benchmarks, dimensions.",
  MAGI_ADMIN: "Platform flag: opens the admin backend and every call of it.",
  USER_MANAGE_R: "Sees the console's users.",
  PERM_MANAGE_R: "Sees codes, their holders and their history.",
  PERFORMER_PLAYGROUND: "Registers performers and tries them with raw parameters.",
  STATIC_RESOURCE_MANAGE: "Sees and manages every asset.",
  DYNAMIC_CONFIG_MANAGE: "Reads, changes and publishes dynamic configuration.",
  ADMIN_MANAGE_R:
    "Sees all background work and may retry or cancel it. Internal holders also manage storage profiles, clusters, sources of runs, and what others own.",
  USER_MANAGE_W: "Creates and changes users, within the permissions held.",
  PERM_MANAGE_W: "Creates codes and gives any code to anybody but themselves.",
  MAGI_MODIFY_CREDITS: "Platform flag: sees an end user's balance, grants and voids credits, one by one and in bulk.",
  MAGI_UPLOAD_ASSETS: "Platform flag: uploads files to the asset library.",
  MAGI_UGC_AUDIT: "Platform flag: reviews the content of end users, and approves or rejects it.",
  MAGI_VIEW_USER_INFO: "Platform flag: sees an end user's balance, lots, plan and projects.",
  MAGI_VIEW_CONSUMPTIONS: "Platform flag: sees the movements of an end user's credits and what their jobs consumed.",
  MAGI_VIEW_SUBSCRIPTIONS: "Platform flag: sees an end user's subscriptions.",
  MAGI_VIEW_PAYMENTS: "Platform flag: sees an end user's payments.",
};

/** What the console's own codes allow, and the groups they are listed in. */
export const permissionTexts = {
  descriptions,
  groups: { Console: "Console", People: "People", Platform: "Platform" },
} as const;
