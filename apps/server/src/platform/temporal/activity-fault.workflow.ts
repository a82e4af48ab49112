import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/** Why an activity finally failed, as a workflow may pass it to the activity that records it. */
export interface ActivityFault {
  /** The DomainError's code, or the error's class name. */
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
}

export const activityFault = (error: unknown): ActivityFault => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure)) return { code: "unknown", message: "", isRetryable: true };
  return { code: cause.type ?? "unknown", message: cause.message, isRetryable: cause.nonRetryable !== true };
};
