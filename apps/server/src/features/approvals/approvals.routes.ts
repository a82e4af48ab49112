// Requests for a second person: credentials that create credits, platform permissions, and guarded settings.
// Ours, beside "Platform administration"; grants have requests of their own under /admin/user/grant_request.
import type { ApprovalRequest, approvalsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { type ApprovalRow, listApprovalRows } from "./approval.store.ts";
import { type ApprovalsDeps, decideApproval } from "./decide-approval.ts";
import { payloadOf } from "./request-approval.ts";

const toItem = (row: ApprovalRow): ApprovalRequest => {
  const { target, details } = payloadOf(row);
  return {
    id: row.id,
    kind: row.kind as ApprovalRequest["kind"],
    target,
    details: { ...details },
    reason: row.reason,
    status: row.status as ApprovalRequest["status"],
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_reason: row.decided_reason,
  };
};

export const approvalsHandlers = (deps: ApprovalsDeps): Handlers<typeof approvalsRoutes> => ({
  async listApprovals({ query }) {
    const { items, total } = await listApprovalRows(deps.db, query, query);
    return { items: items.map(toItem), total };
  },
  decideApproval: async ({ body, context }) => toItem(await decideApproval(deps, context, body)),
});
