/** What a machine of the product may do here. `backfill` lets it tell when something happened in the past. */
export const SERVICE_SCOPES = [
  "users:write",
  "credits:read",
  "credits:write",
  "content:write",
  "orders:write",
  "backfill",
] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];
