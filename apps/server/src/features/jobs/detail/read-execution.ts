import type { JobExecution } from "@dailies/contract";
import type { WorkflowExecutionDescription } from "@temporalio/client";
import { findOutboxEntry } from "../../../platform/db/outbox.store.ts";
import { withoutCredentials } from "../../../platform/observability/log-redaction.ts";
import type { Temporal } from "../../../platform/temporal/temporal.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import type { WorkflowRef } from "./job-workflows.rules.ts";

/** The page of a job does not wait longer for the workflow engine. */
const DEADLINE_MS = 3_000;
const GRPC_NOT_FOUND = 5;
const MAX_ERROR = 500;

type Started = Pick<JobExecution, "state" | "started_at" | "closed_at" | "pending"> & { readonly id: string };
type Pending = NonNullable<WorkflowExecutionDescription["raw"]["pendingActivities"]>[number];

const NOT_STARTED = { started_at: null, closed_at: null, pending: [] };

const iso = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** A protobuf timestamp; null when it is absent or not in the future. */
const nextRun = (time: Pending["scheduledTime"]): string | null => {
  const ms = Number(time?.seconds ?? 0) * 1000;
  return ms > Date.now() ? new Date(ms).toISOString() : null;
};

/** By the number of the engine; a step that is paused there waits, too. */
const STATES: readonly JobExecution["pending"][number]["state"][] = ["scheduled", "scheduled", "started", "cancelling"];

/** The innermost message says what went wrong; those around it only where. */
const messageOf = (failure: Pending["lastFailure"]): string | null => {
  let inner = failure;
  while (inner?.cause) inner = inner.cause;
  return inner?.message ? withoutCredentials(inner.message).slice(0, MAX_ERROR) : null;
};

const toPending = (activity: Pending): JobExecution["pending"][number] => ({
  name: activity.activityType?.name ?? "",
  attempt: Math.max(1, activity.attempt ?? 1),
  state: STATES[activity.state ?? 0] ?? "scheduled",
  next_run_at: nextRun(activity.scheduledTime),
  last_error: messageOf(activity.lastFailure),
});

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && (error.name === "WorkflowNotFoundError" || Reflect.get(error, "code") === GRPC_NOT_FOUND);

const newestOf = async (temporal: Temporal, prefix: string): Promise<string | undefined> => {
  const client = await temporal.client();
  // Ids are made of uuids, numbers, dashes and slashes, so that the quotes are safe.
  for await (const { workflowId } of client.workflow.list({ query: `WorkflowId STARTS_WITH '${prefix}'`, pageSize: 1 }))
    return workflowId;
  return undefined;
};

const describe = async (temporal: Temporal, ref: WorkflowRef): Promise<Started | undefined> => {
  const client = await temporal.client();
  return client.withDeadline(Date.now() + DEADLINE_MS, async () => {
    const id = "id" in ref ? ref.id : await newestOf(temporal, ref.prefix);
    if (id === undefined) return undefined;
    try {
      const { status, startTime, closeTime, raw } = await client.workflow.getHandle(id).describe();
      return {
        id,
        state: status.name === "RUNNING" ? "running" : "ended",
        started_at: iso(startTime),
        closed_at: iso(closeTime),
        pending: (raw.pendingActivities ?? []).map(toPending),
      };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  });
};

/** Asks the workflow engine about one job. Without an answer the state is unknown, and the rest of the page is shown. */
export const readExecution = async (
  { db, temporal, log }: Pick<JobsDeps, "db" | "temporal" | "log">,
  ref: WorkflowRef,
): Promise<JobExecution> => {
  const name = "id" in ref ? ref.id : ref.prefix;
  const [waiting, started] = await Promise.allSettled([findOutboxEntry(db, ref), describe(temporal, ref)]);
  if (waiting.status === "rejected") throw waiting.reason;
  const entry = waiting.value;
  const start = {
    start_attempts: entry?.attempts ?? 0,
    next_start_at: iso(entry?.nextAttemptAt),
    start_error: entry?.lastError ?? null,
  };
  if (started.status === "rejected") {
    log.warn({ err: started.reason, workflowId: name }, "the workflow engine did not describe a job");
    return { workflow_id: name, state: "unknown", ...NOT_STARTED, ...start };
  }
  if (!started.value) return { workflow_id: name, state: "not_started", ...NOT_STARTED, ...start };
  const { id, ...execution } = started.value;
  return { workflow_id: id, ...execution, ...start };
};
