import type { WorkflowStart } from "../../../platform/db/outbox.ts";

/** One invitation per user and request. */
export const invitationWorkflowId = (userId: string, requestId: string): string => `invitation/${userId}/${requestId}`;

export const invitationStart = (userId: string, requestId: string): WorkflowStart => ({
  workflowType: "sendInvitation",
  workflowId: invitationWorkflowId(userId, requestId),
  input: { userId },
  requestId,
});
