import type { Db } from "../../platform/database.ts";
import { enqueueWorkflow } from "../../platform/outbox.ts";
import { announceCalls, announceCells } from "../events/index.ts";
import { logLine, shorten } from "./call.rules.ts";
import { type Cancelled, type CancelledCall, lockUnderWay, updateCancelled } from "./cancel.store.ts";
import { cancelWorkflowId } from "./generation-ids.rules.ts";

export interface CancelledBy {
  readonly actor: { readonly username: string };
  readonly requestId: string;
  readonly at: Date;
  /** `superseded`: another attempt takes its place. */
  readonly why?: "cancelled" | "superseded";
}

/** Small enough for one statement's time, whatever else the machine does. */
const BATCH = 5_000;

/**
 * Ends what is under way, inside the caller's transaction: reservations go back and cells say so at once. Providers are
 * told afterwards; what they still bring is not kept. Answers how many ended.
 */
export const cancelCalls = async (tx: Db, wanted: Cancelled, by: CancelledBy): Promise<number> => {
  const code = by.why ?? "cancelled";
  const message =
    code === "superseded" ? "another attempt took its place" : shorten(`cancelled by ${by.actor.username}`, 500);
  const line = logLine(by.at, `Cancelled: ${message}`);
  let count = 0;
  let untold: string | undefined;
  for (;;) {
    const ids = await lockUnderWay(tx, wanted, BATCH);
    const ended = ids.length === 0 ? [] : await updateCancelled(tx, ids, { code, message, line });
    count += ended.length;
    untold ??= ended.find((call) => call.must_cancel)?.id;
    await announceCancelled(tx, ended);
    if (ids.length < BATCH) break;
  }
  if (untold !== undefined) {
    await enqueueWorkflow(tx, {
      workflowType: "cancelUpstream",
      workflowId: cancelWorkflowId(by.requestId, untold),
      input: {},
      requestId: by.requestId,
    });
  }
  return count;
};

const announceCancelled = async (tx: Db, ended: readonly CancelledCall[]): Promise<void> => {
  await announceCells(
    tx,
    ended.flatMap(({ task_id, row_index, col_index, sample, cell_status, attempt_count }) =>
      task_id === null || row_index === null || col_index === null || sample === null || cell_status === null
        ? []
        : {
            ...{ taskId: task_id, row: row_index, col: col_index, sample, status: cell_status },
            ...{ progress: null, queuePosition: null, attemptCount: attempt_count ?? 0 },
          },
    ),
  );
  const alone = ended.filter((call) => call.cell_id === null);
  await announceCalls(
    tx,
    alone.map(({ id, requested_by }) => ({
      ...{ id, userId: requested_by, status: "Cancelled" as const, progress: null, queuePosition: null },
    })),
  );
};
