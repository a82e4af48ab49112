import { type Price, parsePrice } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { EndUserRow } from "../credits/index.ts";
import { readPublished, SETTINGS } from "../settings/index.ts";
import { isKnownNewer, mergeRefund, type OrderStatus, wasPaid } from "./news.rules.ts";
import { insertOrder, lockOrder, type OrderColumns, type OrderRow, updateOrder } from "./order.store.ts";
import { type MovementSource, settleOrderCredits } from "./settle-order-credits.ts";

export interface OrderNews {
  readonly orderNo: string;
  readonly product: { readonly type: string; readonly code: string; readonly name: string };
  /** What the sender believes; the price list decides. */
  readonly credits: number;
  readonly creditsExpireAt: Date | undefined;
  readonly amountMinor: number;
  readonly currency: string;
  readonly taxMinor: number;
  readonly status: OrderStatus;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly orderedAt: Date;
  readonly paidAt: Date | undefined;
  readonly refundedMinor: number;
  readonly toldAt: Date;
  readonly toldId: string;
}

const toColumns = (news: OrderNews, known: OrderRow | undefined, credits: bigint): OrderColumns => {
  const { status, refundedMinor } = mergeRefund(news, Number(known?.refunded_minor ?? 0));
  return {
    product_type: news.product.type,
    product_code: news.product.code,
    product_name: news.product.name,
    credits,
    amount_minor: BigInt(news.amountMinor),
    tax_minor: BigInt(news.taxMinor),
    currency: news.currency,
    status,
    provider: news.provider,
    provider_ref: news.providerRef ?? known?.provider_ref ?? null,
    ordered_at: news.orderedAt,
    paid_at: news.paidAt ?? known?.paid_at ?? null,
    refunded_minor: BigInt(refundedMinor),
    told_at: news.toldAt,
    told_id: news.toldId,
  };
};

const findPrice = async (tx: Tx, code: string): Promise<Price | undefined> => {
  const entry = new Map(Object.entries(await readPublished(tx, SETTINGS.priceList))).get(code);
  return entry === undefined ? undefined : parsePrice(entry);
};

/**
 * The credits of an order by the price list, whatever the caller believes. A paid order for less than the price is refused,
 * unless the payment provider itself reports it: its discounts are its own.
 */
const creditsOfOrder = async (
  tx: Tx,
  { product, credits, amountMinor, currency, status }: OrderNews,
  { isFromProvider }: { isFromProvider: boolean },
): Promise<number> => {
  const price = await findPrice(tx, product.code);
  if (!price) {
    if (credits === 0 || !wasPaid(status)) return 0;
    throw new DomainError(
      "conflict",
      `the price list has no product '${product.code}': publish it, then send this again`,
    );
  }
  const isPaidInFull = isFromProvider || (currency === price.currency && amountMinor >= price.priceMinor);
  if (wasPaid(status) && !isPaidInFull) {
    const words = `${price.priceMinor} ${price.currency}, and this order paid ${amountMinor} ${currency}`;
    throw new DomainError("conflict", `'${product.code}' costs ${words}`);
  }
  return price.credits;
};

const taken = (): DomainError => new DomainError("conflict", "another order already has this number or reference");

/**
 * Applies a payment update unless the stored state is newer, and moves credits in the same transaction. The caller has
 * locked the user.
 */
export const tellOrder = async (
  tx: Tx,
  user: EndUserRow,
  news: OrderNews,
  source: MovementSource,
): Promise<boolean> => {
  const known = await lockOrder(tx, news.orderNo);
  if (known && known.user_id !== user.id) throw taken();
  if (known && isKnownNewer(known, news)) return false;
  // What was granted stays what it was, however the price list changes.
  const isGranted = known !== undefined && known.grant_seq !== null;
  const columns = toColumns(news, known, isGranted ? known.credits : BigInt(await creditsOfOrder(tx, news, source)));
  if (columns.refunded_minor > columns.amount_minor) {
    throw new DomainError("invalid", "the refund exceeds the payment");
  }
  const row = known
    ? await updateOrder(tx, news.orderNo, columns)
    : await insertOrder(tx, user.id, news.orderNo, columns);
  if (!row) throw taken();
  await settleOrderCredits(tx, { row, known, creditsExpireAt: news.creditsExpireAt }, source);
  return true;
};
