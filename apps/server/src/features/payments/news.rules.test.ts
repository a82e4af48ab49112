import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditsOfRefund, isKnownNewer, mergeRefund, wasPaid } from "./news.rules.ts";

const at = (ms: number): Date => new Date(ms);

describe("which of two pieces of news is newer", () => {
  it("is decided by the moment, then by the id, and never both ways", () => {
    const told = fc.record({ ms: fc.integer({ min: 0, max: 3 }), id: fc.constantFrom("", "a", "b") });
    fc.assert(
      fc.property(told, told, (one, other) => {
        const isOlder = isKnownNewer(
          { told_at: at(one.ms), told_id: one.id },
          { toldAt: at(other.ms), toldId: other.id },
        );
        const isNewer = isKnownNewer(
          { told_at: at(other.ms), told_id: other.id },
          { toldAt: at(one.ms), toldId: one.id },
        );
        expect(isOlder && isNewer).toBe(false);
        expect(isOlder || isNewer).toBe(one.ms !== other.ms || one.id !== other.id);
      }),
    );
  });
});

describe("a refund", () => {
  it("never shrinks, and names the state by itself", () => {
    const paid = { status: "paid" as const, amountMinor: 1_000 };
    expect(mergeRefund({ ...paid, refundedMinor: 0 }, 0).status).toBe("paid");
    expect(mergeRefund({ ...paid, refundedMinor: 0 }, 400)).toMatchObject({
      status: "partially_refunded",
      refundedMinor: 400,
    });
    expect(mergeRefund({ ...paid, refundedMinor: 1_000 }, 400)).toMatchObject({ status: "refunded" });
    expect(mergeRefund({ ...paid, status: "refunded", refundedMinor: 0 }, 0).refundedMinor).toBe(1_000);
    expect(mergeRefund({ ...paid, status: "failed", refundedMinor: 0 }, 0).status).toBe("failed");
    expect(wasPaid("pending")).toBe(false);
  });

  it("takes whole credits, never more than there were, and all of them for all of the money", () => {
    const amounts = fc.record({
      credits: fc.nat(1e12),
      amountMinor: fc.integer({ min: 1, max: 1e15 }),
      share: fc.nat(100),
    });
    fc.assert(
      fc.property(amounts, ({ credits, amountMinor, share }) => {
        const refundedMinor = Math.floor((amountMinor / 100) * share);
        const merged = mergeRefund({ status: "paid", amountMinor, refundedMinor }, 0);
        const taken = creditsOfRefund(credits, merged);
        expect(Number.isSafeInteger(taken) && taken >= 0 && taken <= credits).toBe(true);
        expect(creditsOfRefund(credits, { status: "refunded", amountMinor, refundedMinor: amountMinor })).toBe(credits);
      }),
    );
  });
});
