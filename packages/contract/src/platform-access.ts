import type { Access, PlatformFlag } from "./access.ts";

type Guarded = { readonly permission: "MAGI_ADMIN"; readonly flags: readonly PlatformFlag[] };

const orFlags = (...flags: PlatformFlag[]): Guarded => ({ permission: "MAGI_ADMIN", flags });
const anyOf = (...parts: Guarded[]): Guarded => orFlags(...new Set(parts.flatMap(({ flags }) => flags)));

const operators = { permission: "MAGI_ADMIN" } as const;
const account = orFlags("MAGI_VIEW_USER_INFO", "MAGI_MODIFY_CREDITS");
const projects = orFlags("MAGI_VIEW_USER_INFO");
const changeCredits = orFlags("MAGI_MODIFY_CREDITS");
const consumption = orFlags("MAGI_VIEW_CONSUMPTIONS");
const subscriptions = orFlags("MAGI_VIEW_SUBSCRIPTIONS");
const payments = orFlags("MAGI_VIEW_PAYMENTS");
const content = orFlags("MAGI_UGC_AUDIT");
const endUsers = anyOf(account, projects, changeCredits, consumption, subscriptions, payments);

/**
 * Which flag opens which part of the platform administration: the one table behind the routes, the screens and their tabs.
 * MAGI_ADMIN opens every part; a flag counts only with the setting `platform.fine_grained_admin` on.
 */
export const PLATFORM_ACCESS = {
  /** What no single flag opens: permissions, history, approvals, cancellations, exports, most tools. */
  operators,
  /** Finding an end user, which every part of the end user's page starts with. */
  endUsers,
  account,
  /** The lots of the account and every movement of its credits. */
  credits: anyOf(account, consumption),
  projects,
  changeCredits,
  consumption,
  subscriptions,
  payments,
  content,
} as const satisfies Record<string, Access>;

export const UPLOAD_FLAGS = ["MAGI_UPLOAD_ASSETS"] as const satisfies readonly PlatformFlag[];

/** A screen opens with every flag that opens at least one part of it. */
export const PLATFORM_SCREEN_ACCESS = {
  "/platform/user": endUsers,
  "/platform/permission": operators,
  "/platform/content": content,
  "/platform/history": operators,
  "/platform/tools": changeCredits,
  // Without the flag, uploads have their own screen in version 1.0.
  "/platform/uploads": { flags: UPLOAD_FLAGS },
} as const satisfies Record<`/platform/${string}`, Access>;

/** Entering the area: everybody for whom at least one of its screens opens. */
export const PLATFORM_SHELL_ACCESS: Access = {
  permission: "MAGI_ADMIN",
  flags: [...anyOf(endUsers, content, changeCredits).flags, ...UPLOAD_FLAGS],
};
