/** The product's permission codes, repeated here: nothing is imported from the contract. */
export const EIGHT_CODES = [
  "USE_VERSION_1_0",
  "MAGI_ADMIN",
  "USER_MANAGE_R",
  "PERM_MANAGE_R",
  "PERFORMER_PLAYGROUND",
  "STATIC_RESOURCE_MANAGE",
  "DYNAMIC_CONFIG_MANAGE",
  "ADMIN_MANAGE_R",
] as const;
/** Our additional codes, for changing what two of the eight only allow to see. */
export const WRITE_CODES = ["USER_MANAGE_W", "PERM_MANAGE_W"] as const;

export type Code = (typeof EIGHT_CODES)[number] | (typeof WRITE_CODES)[number];

/**
 * `staff` is the role `developer`; a list is met by any one of its members, `staffWith` by staff who hold the code.
 * `service` is a service with this scope, authenticated by its signature: no user is admitted, whatever codes they hold.
 */
export type Rule =
  | "anyone"
  | "signed-in"
  | "staff"
  | Code
  | readonly ("staff" | Code)[]
  | { readonly staffWith: Code }
  | { readonly service: string };

export interface Expectation {
  readonly rule: Rule;
  /** A request that the handler would accept, so that an admitted caller reaches it. */
  readonly path?: string;
  readonly body?: unknown;
}
