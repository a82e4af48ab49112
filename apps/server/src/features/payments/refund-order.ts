import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockEndUserById } from "../credits/index.ts";
import { mergeRefund, type OrderStatus, wasPaid } from "./news.rules.ts";
import { findOrderByRef, lockOrder, updateOrder } from "./order.store.ts";
import { type MovementSource, settleOrderCredits } from "./settle-order-credits.ts";

/** Records the total refund, which only grows, and takes back the unspent credits. */
export const refundOrder = async (
  tx: Tx,
  { provider, refs, refundedMinor }: { provider: string; refs: readonly string[]; refundedMinor: number },
  source: MovementSource,
): Promise<void> => {
  const found = await findOrderByRef(tx, provider, refs);
  if (!found) throw new DomainError("not_found", "the refunded payment is not known yet");
  await lockEndUserById(tx, found.user_id);
  const known = await lockOrder(tx, found.order_no);
  const status = known?.status as OrderStatus;
  if (!known || !wasPaid(status)) throw new DomainError("conflict", "the refunded payment is not completed yet");
  const amountMinor = Number(known.amount_minor);
  const told = { status: "paid" as const, amountMinor, refundedMinor: Math.min(refundedMinor, amountMinor) };
  const merged = mergeRefund(told, Number(known.refunded_minor));
  const columns = { status: merged.status, refunded_minor: BigInt(merged.refundedMinor) };
  const row = await updateOrder(tx, known.order_no, columns);
  await settleOrderCredits(tx, { row, known, creditsExpireAt: undefined }, source);
};
