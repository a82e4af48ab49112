import type { CreditAccount } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { getEndUser } from "../customers/get-end-user.ts";
import { type Movement, type MoveResult, moveCredits, type Refusal } from "../ledger/ledger.store.ts";
import { refusedMove } from "../ledger/refused-move.ts";
import { withIdempotencyKey } from "../with-idempotency-key.ts";
import { readAccount, subjectOf } from "./grant-credits.ts";

export interface VoidGrantRequest {
  readonly email: string;
  readonly reason: string;
  readonly key: string;
}

type Voided = { voided: number; account: CreditAccount };

/** Voids the unspent part of a grant. What running jobs hold of it is not affected. */
export const voidGrant = (
  deps: CreditsDeps,
  context: RequestContext,
  { email, lot, reason, key }: VoidGrantRequest & { lot: number },
): Promise<Voided & { operation_id: number }> =>
  withIdempotencyKey<Voided>(
    deps,
    context,
    { call: "void_grant", key, input: { email: email.toLowerCase(), lot, reason } },
    async (tx, at) => {
      const user = await getEndUser(tx, email);
      const moved = await moveCredits(tx, {
        accountId: user.id,
        kind: "reverse",
        ref: lot,
        key: `void-grant:${key}`,
        actor: context.actor.username,
        memo: { reason },
      });
      const { available, availableChange } = requireMoved(moved, {
        no_lot: new DomainError("not_found", "this end user has no such grant"),
        nothing: new DomainError("conflict", "this grant has no remaining credits to revoke"),
      });
      const meta = {
        target: user.email,
        before: { available: available - availableChange },
        after: { available },
        amount: -availableChange,
        lot,
      };
      return {
        answer: { voided: -availableChange, account: await readAccount(tx, user.id, at) },
        operation: { opType: "Void_grant", subjects: [subjectOf(user)], meta, reason },
      };
    },
  );

/** Releases the hold of a job that will never report its end. */
export const voidHold = (
  deps: Pick<CreditsDeps, "db" | "clock">,
  context: RequestContext,
  { email, hold, reason, key }: VoidGrantRequest & { hold: number },
): Promise<{ account: CreditAccount; operation_id: number }> =>
  withIdempotencyKey(
    deps,
    context,
    { call: "void_hold", key, input: { email: email.toLowerCase(), hold, reason } },
    async (tx, at) => {
      const user = await getEndUser(tx, email);
      const moved = await moveCredits(tx, {
        accountId: user.id,
        kind: "void",
        ref: hold,
        key: `void-hold:${key}`,
        actor: context.actor.username,
        memo: { reason },
      });
      const { available, availableChange, reserved, reservedChange } = requireMoved(moved, {
        no_hold: new DomainError("conflict", "this hold is not open: its job has ended, or there is none"),
      });
      const meta = {
        target: user.email,
        before: { available: available - availableChange, reserved: reserved - reservedChange },
        after: { available, reserved },
        amount: availableChange,
        hold,
      };
      return {
        answer: { account: await readAccount(tx, user.id, at) },
        operation: { opType: "Void_hold", subjects: [subjectOf(user)], meta, reason },
      };
    },
  );

const requireMoved = (moved: MoveResult, words: Partial<Record<Refusal, DomainError>>): Movement => {
  // The ledger key is derived from this request's idempotency key, so a replay is our own movement.
  if (moved.outcome === "ok" || moved.outcome === "replay") return moved.movement;
  throw words[moved.outcome] ?? refusedMove(moved.outcome);
};
