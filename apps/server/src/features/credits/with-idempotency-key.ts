import { createHash } from "node:crypto";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { listOperations, type Operation, recordOperation } from "../operation-log/index.ts";
import type { CreditsDeps } from "./credits-deps.ts";
import { claimKey, getIdempotencyRecord, keepAnswer } from "./idempotency-record.store.ts";

/** The request, and the idempotency key under which it runs once. */
export interface Once {
  readonly call: string;
  readonly key: string;
  /** Every input that distinguishes this request from another one. */
  readonly input: Record<string, string | number | null>;
}

interface Done<Answer> {
  readonly answer: Answer;
  readonly operation: Operation;
}

const hashOf = (input: Once["input"]): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(input).sort()))
    .digest();

/**
 * Runs an operator's change and writes the operation log in one transaction, once per idempotency key. The same request
 * gets the first response again; a different request under the key is refused. A failed request leaves the key free.
 * Keys are global, not per user: the same key with another address is a mistake, not a second grant.
 */
export const withIdempotencyKey = <Answer extends object>(
  { db, clock }: Pick<CreditsDeps, "db" | "clock">,
  context: RequestContext,
  once: Once,
  act: (tx: Tx, at: Date) => Promise<Done<Answer>>,
): Promise<Answer & { operation_id: number }> => {
  const at = clock();
  const inputHash = hashOf(once.input);
  const key = `${once.call}:${once.key}`;
  const subject = `operator_call:${key}`;
  return db.transaction().execute(async (tx) => {
    if (!(await claimKey(tx, key, { inputHash, askedBy: context.actor.username, askedAt: at }))) {
      const known = await getIdempotencyRecord(tx, key);
      if (!known.input_hash.equals(inputHash)) {
        throw new DomainError("conflict", "this idempotency key was used for a different request: use a new key");
      }
      const { items } = await listOperations(tx, subject, { limit: 1 });
      // The input hash matches, so the stored response has the same type.
      return { ...(known.answer as Answer), operation_id: items[0]?.seq ?? 0 };
    }
    const { answer, operation } = await act(tx, at);
    await keepAnswer(tx, key, answer);
    const { subjects } = operation;
    const operationId = await recordOperation(tx, auditActor(context, at), {
      ...operation,
      subjects: [subjects[0], ...subjects.slice(1), subject],
    });
    return { ...answer, operation_id: operationId };
  });
};
