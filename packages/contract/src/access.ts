import type { ServiceScope } from "./service-scopes.ts";

/** Every code a console user can hold. The first eight are the product's, the next two ours, the rest platform flags. */
export const PERMISSION_CODES = [
  "USE_VERSION_1_0",
  "MAGI_ADMIN",
  "USER_MANAGE_R",
  "PERM_MANAGE_R",
  "PERFORMER_PLAYGROUND",
  "STATIC_RESOURCE_MANAGE",
  "DYNAMIC_CONFIG_MANAGE",
  "ADMIN_MANAGE_R",
  "USER_MANAGE_W",
  "PERM_MANAGE_W",
  "MAGI_MODIFY_CREDITS",
  "MAGI_UPLOAD_ASSETS",
  "MAGI_UGC_AUDIT",
  "MAGI_VIEW_USER_INFO",
  "MAGI_VIEW_CONSUMPTIONS",
  "MAGI_VIEW_SUBSCRIPTIONS",
  "MAGI_VIEW_PAYMENTS",
] as const;

export type PermissionCode = (typeof PERMISSION_CODES)[number];

const KNOWN_CODES: ReadonlySet<string> = new Set(PERMISSION_CODES);
export const isPermissionCode = (code: string): code is PermissionCode => KNOWN_CODES.has(code);

export const PLATFORM_FLAGS = {
  MAGI_DEFAULT: 1,
  MAGI_MODIFY_CREDITS: 2,
  MAGI_UPLOAD_ASSETS: 4,
  MAGI_UGC_AUDIT: 8,
  MAGI_VIEW_USER_INFO: 16,
  MAGI_VIEW_CONSUMPTIONS: 32,
  MAGI_VIEW_SUBSCRIPTIONS: 64,
  MAGI_VIEW_PAYMENTS: 128,
  MAGI_ADMIN: 256,
} as const;

const FLAG_OF_CODE: ReadonlyMap<string, number> = new Map(Object.entries(PLATFORM_FLAGS));

/** Combined by OR: addition would turn a duplicated MAGI_VIEW_PAYMENTS (128 + 128) into MAGI_ADMIN (256). */
export const platformFlags = (codes: Iterable<string>): number => {
  let mask: number = PLATFORM_FLAGS.MAGI_DEFAULT;
  for (const code of codes) mask |= FLAG_OF_CODE.get(code) ?? 0;
  return mask;
};

export const INTERNAL_ROLE = "developer";
export const isExternalRole = (role: string): boolean => role !== INTERNAL_ROLE;

/** Whoever holds one of these decides about money or access: a setting can require a second factor of them. */
export const SECOND_FACTOR_CODES = ["MAGI_ADMIN", "PERM_MANAGE_W", "USER_MANAGE_W"] as const satisfies PermissionCode[];

/** One condition a signed-in user can meet. */
export type Condition = "internal" | PermissionCode;

/** A code that stands for one task of the platform administration; MAGI_ADMIN stands for all of them. */
export type PlatformFlag = Exclude<Extract<PermissionCode, `MAGI_${string}`>, "MAGI_ADMIN">;

/** With the setting `platform.fine_grained_admin` on, any one of these flags is enough. */
type Flags = readonly PlatformFlag[];

/** Who may call a route or open a screen. Required: a route without it does not compile. */
export type Access =
  | "public"
  | "signed-in"
  | "internal"
  | { permission: PermissionCode; flags?: Flags; isInternalOnly?: true }
  | { any: readonly [Condition, Condition, ...Condition[]]; flags?: Flags }
  /** Nobody but the holders of a flag, and only with fine-grained administration on. */
  | { flags: Flags }
  /** A product backend with this scope, authenticated by its request signature; user sessions are not accepted. */
  | { service: ServiceScope };

/** Input of an access decision, on the server and in the browser. */
export interface Principal {
  readonly isExternal: boolean;
  readonly permissions: ReadonlySet<PermissionCode>;
}

const meets = (principal: Principal, condition: Condition): boolean =>
  condition === "internal" ? !principal.isExternal : principal.permissions.has(condition);

const holdsFlag = (principal: Principal, access: { flags?: Flags }): boolean =>
  access.flags?.some((flag) => principal.permissions.has(flag)) ?? false;

/** The one access rule, shared by the HTTP layer, the menus and the route guards. */
export const allows = (principal: Principal | undefined, access: Access, isFineGrained = false): boolean => {
  if (access === "public") return true;
  if (!principal) return false;
  if (access === "signed-in") return true;
  if (access === "internal") return meets(principal, "internal");
  if ("service" in access) return false;
  if ("permission" in access) {
    if (access.isInternalOnly && !meets(principal, "internal")) return false;
    if (meets(principal, access.permission)) return true;
  }
  if ("any" in access && access.any.some((condition) => meets(principal, condition))) return true;
  return isFineGrained && holdsFlag(principal, access);
};
