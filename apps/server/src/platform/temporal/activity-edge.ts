import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure, TemporalFailure } from "@temporalio/common";
import { DomainError } from "../../errors.ts";
import type { Log } from "../observability/log.ts";

export type Activities = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** Errors that may be transient; all others are permanent. */
const WORTH_RETRYING: ReadonlySet<string> = new Set(["upstream_failed", "unavailable", "throttled"]);

/** The only code that maps activity errors to Temporal failures and logs them. */
export const atActivityEdge = <T extends Activities>(
  activities: T,
  log: Log,
  { doneLevel = "info" }: { doneLevel?: "debug" | "info" } = {},
): T =>
  Object.fromEntries(
    Object.entries(activities).map(([name, act]) => [
      name,
      guarded(name, act as (...args: unknown[]) => Promise<unknown>, log, doneLevel),
    ]),
  ) as unknown as T;

const guarded = (
  name: string,
  act: (...args: unknown[]) => Promise<unknown>,
  log: Log,
  doneLevel: "debug" | "info",
) => {
  return async (...args: unknown[]): Promise<unknown> => {
    const startedMs = performance.now();
    const fields = { activity: name, requestId: requestIdOf(args[0]), ...whereabouts() };
    try {
      const result = await act(...args);
      log[doneLevel]({ ...fields, durationMs: Math.round(performance.now() - startedMs) }, "activity done");
      return result;
    } catch (error) {
      throw toFailure(error, log, fields);
    }
  };
};

const whereabouts = () => {
  const { workflowExecution, attempt } = activityInfo();
  return { workflowId: workflowExecution?.workflowId, attempt };
};

const requestIdOf = (input: unknown): unknown =>
  typeof input === "object" && input !== null && "requestId" in input ? input.requestId : undefined;

const toFailure = (error: unknown, log: Log, fields: object): Error => {
  if (error instanceof TemporalFailure) return error;
  if (error instanceof DomainError) {
    const nonRetryable = !WORTH_RETRYING.has(error.code);
    log[nonRetryable ? "info" : "warn"]({ ...fields, err: error }, "activity refused");
    return ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable });
  }
  log.error({ ...fields, err: error }, "activity failed");
  // The log has the message. The workflow history is kept for days and has more readers, so it gets only the error's type.
  const type = error instanceof Error ? error.name : "unknown";
  return ApplicationFailure.create({ message: "activity failed, see the log", type, nonRetryable: false });
};
