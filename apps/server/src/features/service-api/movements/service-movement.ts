import type { Movement, MoveOfEmail } from "../../credits/index.ts";
import type { Operation } from "../../operation-log/index.ts";

export interface Moved {
  readonly movement: Movement;
  readonly isReplay: boolean;
}

interface CreatedCredits {
  readonly accountId: bigint;
  readonly email: string;
  readonly move: Pick<MoveOfEmail, "category" | "memo">;
  readonly movement: Movement;
}

/** The audit log entry of credits that a service created. */
export const creationOperation = (
  opType: "Grant_credits" | "Refund_credits",
  { accountId, email, move, movement: { seq, available, availableChange } }: CreatedCredits,
): Operation => ({
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
