import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AuditActor } from "../../request-context.ts";
import { createCredits, describeLimit, type Movement, moveCredits, refusedMove } from "../credits/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { creditsOfRefund, type OrderStatus, wasPaid } from "./news.rules.ts";
import { type OrderRow, readFreeOfLot, updateOrder } from "./order.store.ts";

/** Who moves credits, and the time of the payment if not now. */
export interface MovementSource {
  readonly actor: string;
  /** The payment provider itself, whose signature proves the payment. */
  readonly isFromProvider: boolean;
  /** Who creates the credits, for the limit of 24 hours, and the daily ceiling if it has one. */
  readonly creator: string;
  readonly dailyCredits: number | null;
  readonly audit: AuditActor;
  readonly at?: Date | undefined;
  /** The time of the refund if not now. */
  readonly refundAt?: Date | undefined;
}

interface Change {
  readonly row: OrderRow;
  readonly known: OrderRow | undefined;
  readonly creditsExpireAt: Date | undefined;
}

const MAX_TRIES = 5;

const refundOf = (row: OrderRow) => ({
  status: row.status as OrderStatus,
  amountMinor: Number(row.amount_minor),
  refundedMinor: Number(row.refunded_minor),
});

/** Grants the credits of a paid order once; takes back the refunded share. */
export const settleOrderCredits = async (tx: Tx, change: Change, source: MovementSource): Promise<void> => {
  const { row, known } = change;
  if (row.credits === 0n || !wasPaid(row.status as OrderStatus)) return;
  const lot = row.grant_seq ?? (await grant(tx, change, source));
  const taken = known?.grant_seq ? creditsOfRefund(Number(row.credits), refundOf(known)) : 0;
  const wanted = creditsOfRefund(Number(row.credits), refundOf(row)) - taken;
  if (wanted > 0) await takeBack(tx, row, lot, wanted, source);
};

const grant = async (tx: Tx, { row, creditsExpireAt }: Change, source: MovementSource): Promise<bigint> => {
  const { actor, at, creator, dailyCredits, audit } = source;
  const move = {
    accountId: row.user_id,
    amount: Number(row.credits),
    key: `order:${row.order_no}`,
    category: "paid" as const,
    ...(creditsExpireAt && { expiresAt: creditsExpireAt }),
    ...(at && { at }),
    actor,
    memo: { reference: row.order_no, reason: row.product_name },
  };
  const creation = { creator, creatorLimit: dailyCredits, userLimit: null, isOrder: true, now: audit.at };
  const result = await createCredits(tx, move, creation);
  if (result.outcome === "creator_limit" || result.outcome === "user_limit")
    throw await describeLimit(tx, move, creation);
  if (!("movement" in result)) throw refusedMove(result.outcome);
  const lot = BigInt(result.movement.seq);
  await updateOrder(tx, row.order_no, { grant_seq: lot });
  if (result.outcome === "ok") await recordOrderGrant(tx, row, result.movement, audit);
  return lot;
};

const recordOrderGrant = async (
  tx: Tx,
  row: OrderRow,
  { seq, available, availableChange }: Movement,
  audit: AuditActor,
): Promise<void> => {
  await recordOperation(tx, audit, {
    opType: "Grant_order_credits",
    subjects: [`end_user:${row.user_id}`, `order:${row.order_no}`],
    meta: {
      target: row.order_no,
      before: { available: available - availableChange },
      after: { available },
      amount: availableChange,
      lot: seq,
      product: row.product_code,
      paid: `${row.amount_minor} ${row.currency}`,
    },
  });
};

/** Only free credits: spent credits and those held for a running job are not taken back. */
const takeBack = async (
  tx: Tx,
  row: OrderRow,
  lot: bigint,
  wanted: number,
  { actor, refundAt }: MovementSource,
): Promise<void> => {
  // Retry: the user may spend credits between the read and the reversal.
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const amount = Math.min(wanted, await readFreeOfLot(tx, row.user_id, lot));
    if (amount === 0) return;
    const kept = wanted - amount;
    const result = await moveCredits(tx, {
      accountId: row.user_id,
      kind: "reverse",
      amount,
      ref: Number(lot),
      key: `order-refund:${row.order_no}:${row.refunded_minor}`,
      ...(refundAt && { at: refundAt }),
      actor,
      memo: {
        reference: row.order_no,
        reason:
          kept > 0 ? `the payment was refunded; ${kept} of ${wanted} were used before` : "the payment was refunded",
      },
    });
    if ("movement" in result) return;
    if (result.outcome !== "too_much" && result.outcome !== "nothing") throw refusedMove(result.outcome);
  }
  throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 1 });
};
