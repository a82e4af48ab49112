import type { WaitingApproval } from "@dailies/contract";
import type { Db, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditActor } from "../../request-context.ts";
import type { Operation } from "../operation-log/index.ts";
import { type ApprovalKind, type ApprovalRow, insertApproval, listPendingApprovals } from "./approval.store.ts";

/** What a request stores: `change` for the code that applies it, the rest for people. */
export interface ApprovalPayload<Change = unknown> {
  readonly target: string;
  readonly details: Readonly<Record<string, string>>;
  readonly change: Change;
}

export interface ApprovalInput extends ApprovalPayload {
  readonly kind: ApprovalKind;
  /** The object that waits, as in the operation log: a newer request about it replaces an older one. */
  readonly subject: string;
  readonly reason?: string;
}

export const payloadOf = <Change>(row: Pick<ApprovalRow, "payload">): ApprovalPayload<Change> =>
  row.payload as unknown as ApprovalPayload<Change>;

export const approvalOperation = (opType: string, row: ApprovalRow, more: object = {}): Operation => {
  const { target, details } = payloadOf(row);
  const meta = { target, kind: row.kind, after: details, request: row.id, ...more };
  return { opType, subjects: [`approval_request:${row.id}`, row.subject], meta };
};

/** Stores the request in the caller's transaction and returns the audit entry, which the caller writes last. */
export const requestApproval = async (
  tx: Tx,
  audit: AuditActor,
  { kind, subject, reason = "", ...payload }: ApprovalInput,
): Promise<Operation> => {
  const row = await insertApproval(tx, {
    id: newId(),
    kind,
    subject,
    payload,
    reason,
    by: audit.userName,
    at: audit.at,
  });
  return { ...approvalOperation("Request_approval", row), reason };
};

/** The pending request of each of these subjects. */
export const listWaiting = async (
  db: Db,
  kind: ApprovalKind,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, WaitingApproval>> => {
  const rows = subjects.length === 0 ? [] : await listPendingApprovals(db, kind, subjects);
  return new Map(
    rows.map(({ subject, id, requested_by, requested_at }) => [
      subject,
      { id, requested_by, requested_at: requested_at.toISOString() },
    ]),
  );
};
