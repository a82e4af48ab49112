import type { WorkflowStart } from "../../../platform/db/outbox.ts";

export interface MailedJudging {
  readonly taskId: string;
  readonly startedAt: Date;
  readonly raterId: string;
}

/** One mail per rater and judging. Not the number of a notification, which a restored database would issue again. */
export const judgingMailWorkflowId = ({ taskId, startedAt, raterId }: MailedJudging): string =>
  `judging-mail/${taskId}/${startedAt.getTime()}/${raterId}`;

export const judgingMailStart = (notificationId: string, mailed: MailedJudging, requestId: string): WorkflowStart => ({
  workflowType: "sendJudgingMail",
  workflowId: judgingMailWorkflowId(mailed),
  input: { notificationId },
  requestId,
});
