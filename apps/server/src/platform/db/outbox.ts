import { newId } from "../ids.ts";
import type { Tx } from "./database.ts";
import { insertOutboxEntries } from "./outbox.store.ts";

export interface WorkflowStart {
  /** The name under which workflows.ts exports it. */
  readonly workflowType: string;
  /** Made by the feature's one function for it, so that starting twice joins. */
  readonly workflowId: string;
  /** Ids only; the request id is added on the way. */
  readonly input: Record<string, unknown>;
  readonly requestId: string;
}

/** Asks for a workflow that starts if, and only if, the transaction commits. */
export const enqueueWorkflow = (tx: Tx, start: WorkflowStart): Promise<void> => enqueueWorkflows(tx, [start]);

/** The same for thousands at once. */
export const enqueueWorkflows = (tx: Tx, starts: readonly WorkflowStart[]): Promise<void> =>
  insertOutboxEntries(
    tx,
    starts.map((start) => ({ id: newId(), ...start })),
  );
