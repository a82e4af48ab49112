import type { ORDER_STATUSES } from "@dailies/contract";

export type OrderStatus = (typeof ORDER_STATUSES)[number];

interface Described {
  readonly toldAt: Date;
  readonly toldId: string;
}

/** Whether the stored state is newer than the event. A repeated event is not older than itself. */
export const isKnownNewer = (known: { told_at: Date; told_id: string }, { toldAt, toldId }: Described): boolean => {
  const differenceMs = known.told_at.getTime() - toldAt.getTime();
  return differenceMs > 0 || (differenceMs === 0 && known.told_id > toldId);
};

const PAID: ReadonlySet<OrderStatus> = new Set(["paid", "partially_refunded", "refunded"]);

/** Refunded orders were paid before. */
export const wasPaid = (status: OrderStatus): boolean => PAID.has(status);

interface Refund {
  readonly status: OrderStatus;
  readonly amountMinor: number;
  readonly refundedMinor: number;
}

/** The refunded amount of an order never decreases, so the larger amount is the later one. */
export const mergeRefund = (told: Refund, knownRefundedMinor: number): Refund => {
  const named = told.status === "refunded" && told.refundedMinor === 0 ? told.amountMinor : told.refundedMinor;
  const refundedMinor = Math.max(named, knownRefundedMinor);
  if (!wasPaid(told.status)) return { ...told, refundedMinor };
  if (told.status === "refunded" || (refundedMinor > 0 && refundedMinor >= told.amountMinor)) {
    return { ...told, status: "refunded", refundedMinor };
  }
  return { ...told, status: refundedMinor > 0 ? "partially_refunded" : "paid", refundedMinor };
};

/** The share of an order's credits that matches the refunded part of its price. */
export const creditsOfRefund = (credits: number, { status, amountMinor, refundedMinor }: Refund): number => {
  if (status === "refunded") return credits;
  if (amountMinor === 0) return 0;
  return Number((BigInt(credits) * BigInt(refundedMinor)) / BigInt(amountMinor));
};
