import type { CurrentUser } from "@dailies/contract";

/** Users can only grant what they hold, unless they may grant all permissions. The server enforces it; this explains it. */
export const mayGive = (giver: Pick<CurrentUser, "perms">, code: string): boolean =>
  giver.perms.includes("PERM_MANAGE_W") || giver.perms.includes(code);

const GUARDED: readonly string[] = ["USER_MANAGE_W", "PERM_MANAGE_W", "MAGI_ADMIN"];

/** These codes need at least one holder, otherwise nobody could grant access again. */
export const keepsAHolder = (code: string): boolean => GUARDED.includes(code);
