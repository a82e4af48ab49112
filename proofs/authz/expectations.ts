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
export type Code = (typeof EIGHT_CODES)[number];

/** `staff` is whoever has the role `developer`; a list is met by any one of its members. */
export type Rule = "anyone" | "signed-in" | "staff" | Code | readonly ("staff" | Code)[];

export interface Expectation {
  readonly rule: Rule;
  /** A request that the handler would take, so that an admitted caller reaches it. */
  readonly path?: string;
  readonly body?: unknown;
}

const SOME_SESSION = "019a0000-0000-7000-8000-000000000001";

/**
 * Who may make each call, decided by a person and kept by hand. Whoever adds a route adds its line here; whoever
 * changes only one of the two finds out from `pnpm authz`.
 */
export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  "POST /api/auth/login": { rule: "anyone", body: { username: "nobody", password: "not the password" } },
  "POST /api/auth/send_code": { rule: "anyone", body: { email: "nobody@example.com" } },
  "GET /api/auth/logout": { rule: "anyone" },
  "GET /api/auth/me": { rule: "signed-in" },
  "POST /api/auth/set_password": { rule: "signed-in", body: { password: "correct horse battery staple" } },
  "GET /api/auth/sessions": { rule: "signed-in" },
  "DELETE /api/auth/sessions/:id": { rule: "signed-in", path: `/api/auth/sessions/${SOME_SESSION}` },
  "POST /api/auth/sessions/end_others": { rule: "signed-in" },
  "GET /api_v1/system/health": { rule: "staff" },
};

/** The calls that fill each guarded screen which is built. A screen is only as closed as these are. */
export const SCREEN_DATA: Readonly<Record<string, readonly string[]>> = {
  "/dev": ["GET /api_v1/system/health"],
  "/frog-home": ["GET /api/auth/me", "GET /api/auth/sessions"],
};
