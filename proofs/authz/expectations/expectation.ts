/** The product's own permission codes, written down again: nothing here is read from the contract. */
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
/** Ours beside them, for changing what two of the eight may only see. */
export const WRITE_CODES = ["USER_MANAGE_W", "PERM_MANAGE_W"] as const;

export type Code = (typeof EIGHT_CODES)[number] | (typeof WRITE_CODES)[number];

/**
 * `staff` is whoever has the role `developer`; a list is met by any one of its members, `staffWith` by staff who hold the
 * code. `service` is a machine with this scope, known by its signature: no person passes, whatever they hold.
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
  /** A request that the handler would take, so that an admitted caller reaches it. */
  readonly path?: string;
  readonly body?: unknown;
}
