import type { ServiceCaller } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { AuditActor } from "../../request-context.ts";
import {
  createCredits,
  credentialSubject,
  describeLimit,
  getEndUser,
  type Memo,
  type Move,
  type Movement,
  type MoveOfEmail,
  moveCreditsOfEmail,
  noSuchEndUser,
  readGrantLimit,
  refusedMove,
} from "../credits/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { addSpending, findTask } from "./content-news.store.ts";
import { getDailyCredits } from "./credential.store.ts";

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

export const moveForService = async (
  db: Db,
  caller: ServiceCaller,
  asked: ServiceMove,
  audit: AuditActor,
): Promise<Moved> => {
  if (asked.occurredAt && !caller.scopes.has("backfill")) {
    throw new DomainError("invalid", "only a credential with the scope backfill may set a time in the past");
  }
  const move = toMove(caller, asked);
  if (move.kind === "grant") return grantForService(db, caller, asked.userEmail, move, audit);
  if (move.kind === "refund") return refundForService(db, asked.userEmail, move, audit);
  const namesJob = asked.memo.project_id !== undefined || asked.memo.task_id !== undefined;
  return move.kind === "settle" && namesJob
    ? settleJob(db, asked.userEmail, move)
    : (await moveOf(db, asked.userEmail, move)).moved;
};

/** The limit, the credits and the audit entry are one transaction. */
const grantForService = (
  db: Db,
  { credentialId }: ServiceCaller,
  email: string,
  move: MoveOfEmail,
  audit: AuditActor,
): Promise<Moved> =>
  db.transaction().execute(async (tx) => {
    const user = await getEndUser(tx, email);
    const { kind: _grant, ref: _none, ...rest } = { ...move, accountId: user.id };
    const creation = {
      creator: credentialSubject(credentialId),
      creatorLimit: await getDailyCredits(tx, credentialId),
      userLimit: await readGrantLimit(tx),
      now: audit.at,
    };
    const result = await createCredits(tx, rest, creation);
    if (result.outcome === "creator_limit" || result.outcome === "user_limit")
      throw await describeLimit(tx, rest, creation);
    if (!("movement" in result)) throw refusedMove(result.outcome);
    const moved = { movement: result.movement, isReplay: result.outcome === "replay" };
    await recordCreation(tx, audit, { opType: "Grant_credits", accountId: user.id, email: user.email, move, moved });
    return moved;
  });

/** Gives back what a job consumed: never more, so no limit applies. */
const refundForService = (db: Db, email: string, move: MoveOfEmail, audit: AuditActor): Promise<Moved> =>
  db.transaction().execute(async (tx) => {
    const { moved, accountId } = await moveOf(tx, email, move);
    await recordCreation(tx, audit, { opType: "Refund_credits", accountId, email, move, moved });
    return moved;
  });

interface CreationEntry {
  readonly opType: "Grant_credits" | "Refund_credits";
  readonly accountId: bigint;
  readonly email: string;
  readonly move: MoveOfEmail;
  readonly moved: Moved;
}

const recordCreation = async (
  tx: Tx,
  audit: AuditActor,
  { opType, accountId, email, move, moved: { movement, isReplay } }: CreationEntry,
): Promise<void> => {
  if (isReplay) return;
  const { seq, available, availableChange } = movement;
  await recordOperation(tx, audit, {
    opType,
    subjects: [`end_user:${accountId}`],
    meta: {
      target: email,
      before: { available: available - availableChange },
      after: { available },
      amount: availableChange,
      category: move.category,
      lot: seq,
    },
    reason: (move.memo.reference ?? "").slice(0, 500),
  });
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
