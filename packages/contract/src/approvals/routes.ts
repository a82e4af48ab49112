import { z } from "zod";
import { operationReason } from "../credits/schemas.ts";
import { defineRoutes, moment, uuid } from "../kit.ts";
import { deepPageQuery, pageOf } from "../lists.ts";
import { PLATFORM_ACCESS } from "../platform-access.ts";

/** Acts, besides large grants, that one person cannot do alone. */
export const APPROVAL_KINDS = ["service_credential", "permission", "config"] as const;
export const APPROVAL_STATUSES = ["pending", "approved", "rejected", "replaced"] as const;

/** A request as the object that waits for it shows it. */
export const waitingApproval = z.object({ id: uuid, requested_by: z.string(), requested_at: moment });
export type WaitingApproval = z.infer<typeof waitingApproval>;

export const approvalRequest = waitingApproval.extend({
  kind: z.enum(APPROVAL_KINDS),
  /** The credential, user or key that it is about, by name. */
  target: z.string(),
  /** What would change: scopes and ceiling, the permission, or the value before and after. */
  details: z.record(z.string(), z.string()),
  reason: z.string(),
  status: z.enum(APPROVAL_STATUSES),
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  decided_reason: z.string(),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

const { operators } = PLATFORM_ACCESS;

export const approvalsRoutes = defineRoutes({
  listApprovals: {
    method: "GET",
    path: "/api_v1/admin/approval",
    access: operators,
    summary: "List credentials, permissions and settings that need approval by a second person, newest first",
    query: z.object({
      status: z.enum(APPROVAL_STATUSES).optional(),
      kind: z.enum(APPROVAL_KINDS).optional(),
      ...deepPageQuery,
    }),
    reply: pageOf(approvalRequest),
  },
  decideApproval: {
    method: "POST",
    path: "/api_v1/admin/approval/decide",
    access: operators,
    freshSignIn: "always",
    summary: "Approve or reject another person's request; the requester can only reject it",
    body: z.strictObject({ id: uuid, decision: z.enum(["approved", "rejected"]), reason: operationReason }),
    reply: approvalRequest,
    errors: ["conflict", "not_found"],
  },
});
