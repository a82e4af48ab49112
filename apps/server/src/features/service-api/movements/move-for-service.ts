import type { ServiceCaller } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { AuditActor } from "../../../request-context.ts";
import {
  type Memo,
  type Move,
  type MoveOfEmail,
  moveCreditsOfEmail,
  noSuchEndUser,
  refusedMove,
} from "../../credits/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { addSpending, findTask } from "../content-news.store.ts";
import type { GrantForService } from "./grant-for-services.ts";
import { creationOperation, type Moved } from "./service-movement.ts";

export interface ServiceMove extends Pick<Move, "kind" | "amount" | "ref" | "category" | "expiresAt"> {
  readonly userEmail: string;
  readonly idempotencyKey: string;
  readonly occurredAt: Date | undefined;
  readonly memo: Memo;
}

/** Idempotency keys of services are separate from those of administrators, orders and sweeps. */
const toMove = (caller: ServiceCaller, asked: ServiceMove): MoveOfEmail => {
  const { userEmail: _who, idempotencyKey, occurredAt, ...rest } = asked;
  return {
    ...rest,
    key: `service:${idempotencyKey}`,
    ...(occurredAt && { at: occurredAt }),
    actor: `service:${caller.name}`,
  };
};

export interface ServiceMoves {
  readonly db: Db;
  readonly grantForService: GrantForService;
}

export const moveForService = async (
  { db, grantForService }: ServiceMoves,
  caller: ServiceCaller,
  asked: ServiceMove,
  audit: AuditActor,
): Promise<Moved> => {
  if (asked.occurredAt && !caller.scopes.has("backfill")) {
    throw new DomainError("invalid", "only a credential with the scope backfill may set a time in the past");
  }
  const move = toMove(caller, asked);
  if (move.kind === "grant") {
    const { kind: _grant, ref: _none, ...grant } = move;
    return grantForService({ credentialId: caller.credentialId, email: asked.userEmail, grant, audit });
  }
  if (move.kind === "refund") return refundForService(db, asked.userEmail, move, audit);
  const namesJob = asked.memo.project_id !== undefined || asked.memo.task_id !== undefined;
  return move.kind === "settle" && namesJob
    ? settleJob(db, asked.userEmail, move)
    : (await moveOf(db, asked.userEmail, move)).moved;
};

/** Gives back what a job consumed: never more, so no limit applies. */
const refundForService = (db: Db, email: string, move: MoveOfEmail, audit: AuditActor): Promise<Moved> =>
  db.transaction().execute(async (tx) => {
    const { moved, accountId } = await moveOf(tx, email, move);
    const about = { accountId, email, move, movement: moved.movement };
    if (!moved.isReplay) await recordOperation(tx, audit, creationOperation("Refund_credits", about));
    return moved;
  });

/** Adds the charge of a job to its project in the same transaction, once. */
const settleJob = (db: Db, email: string, move: MoveOfEmail): Promise<Moved> =>
  db.transaction().execute(async (tx) => {
    const { moved, accountId } = await moveOf(tx, email, move);
    const amount = move.amount ?? 0;
    if (moved.isReplay || amount === 0) return moved;
    const { project_id, task_id } = move.memo;
    const projectId = project_id ?? (task_id && (await findTask(tx, task_id))?.project_id);
    if (projectId) await addSpending(tx, accountId, projectId, amount);
    return moved;
  });

const moveOf = async (db: Db, email: string, move: MoveOfEmail) => {
  const answer = await moveCreditsOfEmail(db, email, move);
  if (!answer) throw noSuchEndUser();
  const { accountId, result } = answer;
  if (!("movement" in result)) throw refusedMove(result.outcome);
  return { accountId, moved: { movement: result.movement, isReplay: result.outcome === "replay" } };
};
