/**
 * What a product backend may do. `credits:write` moves the credits that an end user has; `credits:grant` and the paid orders
 * of `orders:write` create new ones. `backfill` allows it to report past events with their time. `runs:write` is that of
 * training programs, which log experiment runs.
 */
export const SERVICE_SCOPES = [
  "users:write",
  "credits:read",
  "credits:write",
  "credits:grant",
  "content:write",
  "orders:write",
  "backfill",
  "runs:write",
] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

/** Scopes that create credits: a credential with one has a daily ceiling and needs a second person. */
export const CREATING_SCOPES: readonly ServiceScope[] = ["credits:grant", "orders:write"];
export const createsCredits = (scopes: Iterable<ServiceScope>): boolean =>
  [...scopes].some((scope) => CREATING_SCOPES.includes(scope));
