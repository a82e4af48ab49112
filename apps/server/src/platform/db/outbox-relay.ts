import { setTimeout as sleep } from "node:timers/promises";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { Gauge, type Registry } from "prom-client";
import type { Log } from "../observability/log.ts";
import type { Temporal } from "../temporal/temporal.ts";
import type { Db } from "./database.ts";
import {
  type ClaimedEntry,
  claimOutboxEntries,
  deleteOutboxEntry,
  measureOutbox,
  postponeOutboxEntry,
} from "./outbox.store.ts";
import { moveToStartedWorkflows } from "./started-workflow.store.ts";

export interface OutboxRelayOptions {
  readonly db: Db;
  readonly temporal: Temporal;
  readonly log: Log;
  readonly metrics?: Registry;
  readonly taskQueue: string;
  readonly intervalMs?: number;
}

export interface OutboxRelay {
  /** Resolves when the current batch is finished; nothing is started after that. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 20;
const START_TIMEOUT_MS = 10_000;
/** Longer than a start may take, so that an entry is never claimed twice while its relay lives. */
const LEASE_S = 30;
const MAX_DELAY_S = 60;
const ATTEMPTS_BEFORE_ERROR = 10;
const MEASURE_EVERY_MS = 5_000;
const MAX_PAUSE_MS = 5_000;

/**
 * Starts the workflows requested by committed transactions. A crash between a start and the removal of its entry only
 * repeats the start, which joins the workflow with the same id.
 */
export const startOutboxRelay = (options: OutboxRelayOptions): OutboxRelay => {
  const stopping = new AbortController();
  const measure = outboxGauges(options);
  const running = relayUntil(stopping.signal, options, measure);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};

const relayUntil = async (
  signal: AbortSignal,
  options: OutboxRelayOptions,
  measure: () => Promise<void>,
): Promise<void> => {
  const { intervalMs = 200, log } = options;
  let failures = 0;
  while (!signal.aborted) {
    let isMoreDue = false;
    try {
      isMoreDue = (await relayBatch(options)) === BATCH_SIZE;
      await measure();
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ err: error, failures }, "outbox relay could not read the outbox");
    }
    if (!isMoreDue) await pause(Math.min(intervalMs * 2 ** failures, MAX_PAUSE_MS), signal);
  }
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const relayBatch = async (options: OutboxRelayOptions): Promise<number> => {
  const entries = await claimOutboxEntries(options.db, BATCH_SIZE, LEASE_S);
  const outcomes = await Promise.allSettled(entries.map((entry) => relayEntry(entry, options)));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return entries.length;
};

const relayEntry = async (entry: ClaimedEntry, options: OutboxRelayOptions): Promise<void> => {
  const { db, log } = options;
  let isRunning = false;
  try {
    isRunning = await startWorkflow(entry, options);
  } catch (error) {
    const { requestId, workflowId, attempts } = entry;
    const level = attempts >= ATTEMPTS_BEFORE_ERROR ? "error" : "warn";
    log[level]({ err: error, requestId, workflowId, attempts }, "a workflow could not be started");
    const delayS = Math.min(2 ** (attempts - 1), MAX_DELAY_S) * (0.5 + Math.random() / 2);
    await postponeOutboxEntry(db, entry.id, delayS, shorten(error));
    return;
  }
  await (isRunning ? moveToStartedWorkflows(db, entry.id) : deleteOutboxEntry(db, entry.id));
};

/** False when the workflow has already ended: its entry was not removed after an earlier start. */
const startWorkflow = async (entry: ClaimedEntry, { temporal, taskQueue }: OutboxRelayOptions): Promise<boolean> => {
  const client = await temporal.client();
  try {
    await client.withDeadline(Date.now() + START_TIMEOUT_MS, () =>
      client.workflow.start(entry.workflowType, {
        taskQueue,
        workflowId: entry.workflowId,
        workflowIdConflictPolicy: "USE_EXISTING",
        workflowIdReusePolicy: "REJECT_DUPLICATE",
        workflowTaskTimeout: "30s",
        args: [{ ...entry.input, requestId: entry.requestId }],
        memo: { requestId: entry.requestId },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

const shorten = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : "unknown").slice(0, 300);

const outboxGauges = ({ db, metrics }: OutboxRelayOptions): (() => Promise<void>) => {
  if (!metrics) return async () => undefined;
  const registers = [metrics];
  const depth = new Gauge({ name: "outbox_depth", help: "Workflows waiting to be started.", registers });
  const age = new Gauge({ name: "outbox_oldest_age_seconds", help: "Age of the oldest of them.", registers });
  let nextMs = 0;
  return async () => {
    if (Date.now() < nextMs) return;
    nextMs = Date.now() + MEASURE_EVERY_MS;
    const measured = await measureOutbox(db);
    depth.set(measured.depth);
    age.set(measured.oldestAgeS);
  };
};
