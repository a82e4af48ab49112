import type { ServiceCaller } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import {
  type Memo,
  type Move,
  type Movement,
  type MoveOfEmail,
  moveCreditsOfEmail,
  noSuchEndUser,
  refusedMove,
} from "../credits/index.ts";
import { addSpending, findTask } from "./content-news.store.ts";

export interface ServiceMove extends Pick<Move, "kind" | "amount" | "ref" | "category" | "expiresAt"> {
  readonly userEmail: string;
  readonly idempotencyKey: string;
  readonly occurredAt: Date | undefined;
  readonly memo: Memo;
}

export interface Moved {
  readonly movement: Movement;
  readonly isReplay: boolean;
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

export const moveForService = async (db: Db, caller: ServiceCaller, asked: ServiceMove): Promise<Moved> => {
  if (asked.occurredAt && !caller.scopes.has("backfill")) {
    throw new DomainError("invalid", "only a credential with the scope backfill may set a time in the past");
  }
  const move = toMove(caller, asked);
  const namesJob = asked.memo.project_id !== undefined || asked.memo.task_id !== undefined;
  return move.kind === "settle" && namesJob
    ? settleJob(db, asked.userEmail, move)
    : (await moveOf(db, asked.userEmail, move)).moved;
};

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
