import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { notifyRequester } from "../notifications/index.ts";
import { type Operation, recordOperations } from "../operation-log/index.ts";
import {
  type ApprovalKind,
  type ApprovalRow,
  decideApprovalRow,
  findApproval,
  lockApproval,
} from "./approval.store.ts";
import { approvalOperation } from "./request-approval.ts";

/** How the feature that made a request carries it out. */
export interface ApprovalHandler {
  /** Locks the object before the request is locked: in the order in which a new request does. */
  lock(tx: Tx, row: ApprovalRow): Promise<void>;
  /** Makes the change; returns its own audit entries. A change that no longer fits is refused with a conflict. */
  approve(tx: Tx, row: ApprovalRow, context: RequestContext): Promise<readonly Operation[]>;
  /** Cleans up what the request prepared. */
  reject?(tx: Tx, row: ApprovalRow, context: RequestContext): Promise<void>;
  /** Runs once the approved change is committed. */
  afterApproval?(): void;
}

export interface ApprovalsDeps {
  readonly db: Db;
  readonly handlers: Readonly<Record<ApprovalKind, ApprovalHandler>>;
}

export interface ApprovalDecision {
  readonly id: string;
  readonly decision: "approved" | "rejected";
  readonly reason: string;
}

/** Decides a request once. Its requester may reject it, which withdraws it, but never approve it. */
export const decideApproval = async (
  { db, handlers }: ApprovalsDeps,
  context: RequestContext,
  { id, decision, reason }: ApprovalDecision,
): Promise<ApprovalRow> => {
  const found = await findApproval(db, id);
  if (!found) throw new DomainError("not_found", "there is no such request");
  const handler = handlers[found.kind as ApprovalKind];
  const { username } = context.actor;
  const { decided, isNew } = await db.transaction().execute(async (tx) => {
    await handler.lock(tx, found);
    const row = await lockApproval(tx, id);
    if (row.status === decision && row.decided_by === username) return { decided: row, isNew: false };
    refuseUndecidable(row, decision, username);
    const operations = decision === "approved" ? await handler.approve(tx, row, context) : [];
    if (decision === "rejected") await handler.reject?.(tx, row, context);
    const decided = await decideApprovalRow(tx, id, { status: decision, by: username, at: context.at, reason });
    await notifyRequester(tx, {
      id,
      what: found.kind as ApprovalKind,
      decision,
      requestedBy: row.requested_by,
      decidedBy: username,
      at: context.at,
    });
    const opType = decision === "approved" ? "Approve_request" : "Reject_request";
    const entry = { ...approvalOperation(opType, decided, { requested_by: row.requested_by }), reason };
    await recordOperations(tx, auditActor(context), [...operations, entry]);
    return { decided, isNew: true };
  });
  if (isNew && decision === "approved") handler.afterApproval?.();
  return decided;
};

const refuseUndecidable = (row: ApprovalRow, decision: ApprovalDecision["decision"], username: string): void => {
  if (row.status !== "pending") {
    const by = row.decided_by === null ? "by a newer request" : `by ${row.decided_by}`;
    throw new DomainError("conflict", `this request is ${row.status} already, ${by}`);
  }
  if (decision === "approved" && row.requested_by.toLowerCase() === username.toLowerCase()) {
    throw new DomainError("conflict", "you cannot approve your own request: another administrator has to decide");
  }
};
