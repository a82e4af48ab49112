import { newId } from "../ids.ts";
import type { Tx } from "./database.ts";
import { insertOutboxEntries } from "./outbox.store.ts";

export interface WorkflowStart {
  /** The name under which workflows.ts exports it. */
  readonly workflowType: string;
  /** From the feature's id function, so that a second start joins the first. */
  readonly workflowId: string;
  /** Ids only; the request id is added later. */
  readonly input: Record<string, unknown>;
  readonly requestId: string;
}

/** Enqueues a workflow that starts if, and only if, the transaction commits. */
export const enqueueWorkflow = (tx: Tx, start: WorkflowStart): Promise<void> => enqueueWorkflows(tx, [start]);

/** The same for thousands at once. */
export const enqueueWorkflows = (tx: Tx, starts: readonly WorkflowStart[]): Promise<void> =>
  insertOutboxEntries(
    tx,
    starts.map((start) => ({ id: newId(), ...start })),
  );
