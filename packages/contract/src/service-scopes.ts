/** What a product backend may do. `backfill` allows it to report past events with their time. */
export const SERVICE_SCOPES = [
  "users:write",
  "credits:read",
  "credits:write",
  "content:write",
  "orders:write",
  "backfill",
] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];
