import type { OperationItem } from "@dailies/contract";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { AuditActor } from "../../request-context.ts";
import { insertOperations, listOperationsOf, type NewOperation, type OperationRow } from "./operation-log.store.ts";

export interface Operation {
  /** A verb and its object: `Update_user`. */
  readonly opType: string;
  /** The affected objects, as `kind:id`; the entry is listed under each. */
  readonly subjects: readonly [string, ...string[]];
  readonly meta?: Record<string, unknown>;
  readonly reason?: string;
  /** Defaults to `ok`. */
  readonly result?: "ok" | "denied" | "failed";
}

/**
 * Writes an audit log entry in the transaction of the operation itself, so that neither exists without the other. Call it
 * last: the head of the chain stays locked until the transaction ends. Returns the entry's number.
 */
export const recordOperation = (tx: Tx, actor: AuditActor, operation: Operation): Promise<number> =>
  insertOperations(tx, [toEntry(actor, operation)]);

/** The same for several operations, in the given order; returns the number of the last. */
export const recordOperations = (tx: Tx, actor: AuditActor, operations: readonly Operation[]): Promise<number> =>
  insertOperations(
    tx,
    operations.map((operation) => toEntry(actor, operation)),
  );

/** The same for operations of several requests that share a transaction. */
export const recordEach = (
  tx: Tx,
  entries: readonly { readonly actor: AuditActor; readonly operation: Operation }[],
): Promise<number> =>
  insertOperations(
    tx,
    entries.map(({ actor, operation }) => toEntry(actor, operation)),
  );

const toEntry = (actor: AuditActor, operation: Operation): NewOperation => ({
  at: actor.at,
  userName: actor.userName,
  opType: operation.opType,
  subjects: operation.subjects,
  meta: operation.meta ?? {},
  reason: operation.reason ?? "",
  requestId: actor.requestId,
  source: "server",
  result: operation.result ?? "ok",
});

const toItem = (row: OperationRow): OperationItem => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  user_name: row.user_name,
  op_type: row.op_type,
  subjects: row.subjects,
  meta: row.meta as Record<string, unknown>,
  reason: row.reason,
});

/** The entries of a subject, newest first; with `alsoAbout` only those that concern both. */
export const listOperations = async (
  db: Db,
  subject: string,
  { before, limit, alsoAbout }: { before?: number | undefined; limit: number; alsoAbout?: string | undefined },
): Promise<{ items: OperationItem[]; has_more: boolean }> => {
  const rows = await listOperationsOf(db, subject, { before, limit: limit + 1, alsoAbout });
  return { items: rows.slice(0, limit).map(toItem), has_more: rows.length > limit };
};
