import type { CurrentUser } from "@dailies/contract";

/** Nobody gives what they do not hold, unless all permissions are theirs to give. The server decides; this explains. */
export const mayGive = (giver: Pick<CurrentUser, "perms">, code: string): boolean =>
  giver.perms.includes("PERM_MANAGE_W") || giver.perms.includes(code);

const GUARDED: readonly string[] = ["USER_MANAGE_W", "PERM_MANAGE_W", "MAGI_ADMIN"];

/** Without a holder of each of these nobody could let anybody in again. */
export const keepsAHolder = (code: string): boolean => GUARDED.includes(code);
