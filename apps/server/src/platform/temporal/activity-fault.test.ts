import { ActivityFailure, ApplicationFailure, RetryState, TimeoutFailure, TimeoutType } from "@temporalio/common";
import { describe, expect, it } from "vitest";
import { activityFault } from "./activity-fault.workflow.ts";

const failed = (cause: Error): ActivityFailure =>
  new ActivityFailure("Activity task failed", "write", "1", RetryState.MAXIMUM_ATTEMPTS_REACHED, "worker", cause);

describe("the fault of an activity", () => {
  it("is the refusal that the activity ended with, and whether trying again could help", () => {
    const busy = ApplicationFailure.create({ message: "busy", type: "unavailable", nonRetryable: false });
    expect(activityFault(failed(busy))).toEqual({ code: "unavailable", message: "busy", isRetryable: true });
    const refused = ApplicationFailure.create({ message: "no such table", type: "not_found", nonRetryable: true });
    expect(activityFault(failed(refused))).toEqual({ code: "not_found", message: "no such table", isRetryable: false });
  });

  it("is read from a failure of the workflow itself too", () => {
    const own = ApplicationFailure.nonRetryable("written to by others", "conflict");
    expect(activityFault(own)).toEqual({ code: "conflict", message: "written to by others", isRetryable: false });
  });

  it("is unknown and worth another try where there was no refusal", () => {
    const unknown = { code: "unknown", message: "", isRetryable: true };
    expect(activityFault(failed(new TimeoutFailure("too late", undefined, TimeoutType.HEARTBEAT)))).toEqual(unknown);
    expect(activityFault(new Error("a bug"))).toEqual(unknown);
    expect(activityFault(failed(ApplicationFailure.create({ message: "untyped" })))).toEqual({
      code: "unknown",
      message: "untyped",
      isRetryable: true,
    });
  });
});
