import type { GrantRequest } from "@dailies/contract";
import type { GrantRequestRow } from "./grant-request.store.ts";

export const toGrantRequest = (row: GrantRequestRow): GrantRequest => ({
  id: row.id,
  user_email: row.email,
  amount: Number(row.amount),
  category: row.category as GrantRequest["category"],
  reason: row.reason,
  ticket_url: row.ticket_url,
  expires_at: row.expires_at?.toISOString() ?? null,
  status: row.status as GrantRequest["status"],
  requested_by: row.requested_by,
  requested_at: row.requested_at.toISOString(),
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_reason: row.decided_reason,
});
