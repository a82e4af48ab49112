import { WorkflowNotFoundError } from "@temporalio/common";
import { type Poller, startPoller } from "../concurrency/start-poller.ts";
import type { Db } from "../db/database.ts";
import {
  claimStartedWorkflows,
  deleteStartedWorkflow,
  enqueueStartedWorkflow,
  makeStartedWorkflowsDue,
} from "../db/started-workflow.store.ts";
import type { Log } from "../observability/log.ts";
import type { Temporal } from "./temporal.ts";

interface RecoveryDeps {
  readonly db: Db;
  readonly temporal: Temporal;
  readonly log: Log;
}

const CHECKS_AT_ONCE = 100;
const INTERVAL_MS = 500;
const MAX_PAUSE_MS = 30_000;
const DESCRIBE_TIMEOUT_MS = 10_000;

/**
 * Compares the workflows that were started with Temporal. One that has ended is forgotten; one that Temporal does not know is
 * started again under its id: Temporal lost its records, because it keeps those of ended workflows far longer than a check
 * may be late.
 */
export const startWorkflowRecovery = async (
  { db, temporal, log }: RecoveryDeps,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): Promise<Poller> => {
  await makeStartedWorkflowsDue(db);
  const check = async (workflowId: string): Promise<void> => {
    try {
      const state = await stateOf(temporal, workflowId);
      if (state === "ended") await deleteStartedWorkflow(db, workflowId);
      if (state === "unknown" && (await enqueueStartedWorkflow(db, workflowId)))
        log.warn({ workflowId }, "Temporal does not know a workflow that was started; starting it again");
    } catch (error) {
      log.warn({ err: error, workflowId }, "a started workflow could not be checked");
    }
  };
  return startPoller({
    atOnce: CHECKS_AT_ONCE,
    intervalMs,
    maxPauseMs: MAX_PAUSE_MS,
    claim: (limit) => claimStartedWorkflows(db, limit),
    poll: check,
    onFailure: (error, failures) => log.warn({ err: error, failures }, "started workflows could not be read"),
  });
};

const stateOf = async (temporal: Temporal, workflowId: string): Promise<"running" | "ended" | "unknown"> => {
  const client = await temporal.client();
  try {
    const { status } = await client.withDeadline(Date.now() + DESCRIBE_TIMEOUT_MS, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    return status.name === "RUNNING" || status.name === "CONTINUED_AS_NEW" || status.name === "PAUSED"
      ? "running"
      : "ended";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return "unknown";
    throw error;
  }
};
