import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/** Why an activity was given up, as far as a workflow may hand it on to the activity that records it. */
export interface ActivityFault {
  /** The code of the refusal, or the name of the error's class. */
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
}

export const activityFault = (error: unknown): ActivityFault => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (!(cause instanceof ApplicationFailure)) return { code: "unknown", message: "", isRetryable: true };
  return { code: cause.type ?? "unknown", message: cause.message, isRetryable: cause.nonRetryable !== true };
};
