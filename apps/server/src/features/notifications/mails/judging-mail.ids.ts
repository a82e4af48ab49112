import type { WorkflowStart } from "../../../platform/db/outbox.ts";

/** One mail per notification, which is one per user and judging. */
export const judgingMailWorkflowId = (notificationId: string): string => `judging-mail/${notificationId}`;

export const judgingMailStart = (notificationId: string, requestId: string): WorkflowStart => ({
  workflowType: "sendJudgingMail",
  workflowId: judgingMailWorkflowId(notificationId),
  input: { notificationId },
  requestId,
});
