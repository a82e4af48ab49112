import { createHash } from "node:crypto";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { listOperations, type Operation, recordOperation } from "../operation-log/index.ts";
import type { CreditsDeps } from "./credits-deps.ts";
import { claimKey, getIdempotencyRecord, keepAnswer } from "./idempotency-record.store.ts";

/** What is asked, and the key under which it happens once. */
export interface Once {
  readonly call: string;
  readonly key: string;
  /** Everything that makes it another question when it differs. */
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
 * Acts and writes the history in one transaction, once for each key: the same question gets the first answer again, another
 * question under its key is refused. What is refused leaves the key free. A key lives in one place for all users, because a
 * key that came with another address is a mistake and not a second grant.
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
      // Only the same question finds the answer, so it has the same type.
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
