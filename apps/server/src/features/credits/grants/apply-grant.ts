import type { CreditAccount, CreditLot, GRANT_CATEGORIES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { toAccount, toLot } from "../credit.dto.ts";
import type { EndUserRow } from "../customers/end-user.store.ts";
import { getAccount } from "../ledger/account.store.ts";
import { type Creation, createCredits, type LimitRefusal } from "../ledger/ledger.store.ts";
import { findLot } from "../ledger/lot.store.ts";
import { refusedMove } from "../ledger/refused-move.ts";

/** A grant without its recipient. */
export interface GrantInput {
  readonly amountCredits: number;
  readonly category: (typeof GRANT_CATEGORIES)[number];
  readonly reason: string;
  readonly ticketUrl: string | null;
  readonly expiresAt: Date | null;
}

/** Why this grant is not possible now, as a message; undefined if it is. */
export const findGrantFault = (
  { status }: Pick<EndUserRow, "status">,
  { expiresAt }: Pick<GrantInput, "expiresAt">,
  now: Date,
): string | undefined => {
  if (status === "deleted") return "this end user is deleted";
  if (expiresAt !== null && expiresAt <= now) return "these credits would have expired already";
  return undefined;
};

export const memoOf = ({ reason, ticketUrl }: Pick<GrantInput, "reason" | "ticketUrl">) => ({
  reason,
  ...(ticketUrl !== null && { reference: ticketUrl }),
});

/** The operation log details of a grant, besides who, when and why. */
export const grantMeta = (
  target: string,
  { amountCredits, category, ticketUrl, expiresAt }: Omit<GrantInput, "reason">,
  { before, after }: { before: number; after: number },
) => ({
  target,
  before: { available: before },
  after: { available: after },
  amount: amountCredits,
  category,
  ...(ticketUrl !== null && { ticket_url: ticketUrl }),
  ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
});

export interface Given {
  readonly lot: CreditLot;
  readonly account: CreditAccount;
  readonly meta: Record<string, unknown>;
}

/**
 * Creates the credits in the caller's transaction, which writes the operation log, unless the limit of 24 hours is in the
 * way. The result then says whose limit.
 */
export const applyGrant = async (
  tx: Tx,
  user: EndUserRow,
  grantInput: GrantInput,
  { key, actor, creation }: { key: string; actor: string; creation: Creation },
): Promise<Given | LimitRefusal> => {
  const move = {
    accountId: user.id,
    amount: grantInput.amountCredits,
    key,
    actor,
    memo: memoOf(grantInput),
    category: grantInput.category,
    ...(grantInput.expiresAt !== null && { expiresAt: grantInput.expiresAt }),
  };
  const moved = await createCredits(tx, move, creation);
  if (moved.outcome === "creator_limit" || moved.outcome === "user_limit") return moved.outcome;
  if (moved.outcome === "replay") throw new DomainError("conflict", "these credits were already granted");
  if (moved.outcome !== "ok") throw refusedMove(moved.outcome);
  const { seq, available, availableChange } = moved.movement;
  const lot = await findLot(tx, user.id, seq);
  if (!lot) throw new Error(`grant ${seq} of account ${user.id} made no lot`);
  return {
    lot: toLot(lot),
    account: toAccount(await getAccount(tx, user.id, creation.now)),
    meta: { ...grantMeta(user.email, grantInput, { before: available - availableChange, after: available }), lot: seq },
  };
};
