import { describe, expect, it } from "vitest";
import { cancellationModes, cancellationShown, isUnconfirmed, isUnderWay } from "./cancellation.rules.ts";
import { aPlan } from "./testing/an-end-user.ts";

const request = { mode: "now", requested_at: "2026-11-14T10:00:00Z", attempts: 1, problem: null, detail: "" } as const;
const failed = { ...request, state: "failed", problem: "refused" } as const;

describe("a subscription", () => {
  it("can be ended at either time while it runs, and immediately once it is scheduled to end", () => {
    expect(cancellationModes(aPlan())).toEqual(["period_end", "now"]);
    expect(cancellationModes(aPlan({ status: "cancel_scheduled" }))).toEqual(["now"]);
    expect(cancellationModes(aPlan({ status: "cancelled" }))).toEqual([]);
    expect(cancellationModes(aPlan({ status: "expired" }))).toEqual([]);
  });

  it("can be cancelled at the provider again only if that failed and the provider is connected", () => {
    expect(cancellationModes(aPlan({ status: "cancelled", provider_cancellation: failed }))).toEqual(["now"]);
    const scheduled = aPlan({ status: "cancel_scheduled", provider_cancellation: failed });
    expect(cancellationModes(scheduled)).toEqual(["period_end", "now"]);
    const alone = aPlan({ status: "cancelled", provider_cancellation: failed, is_provider_connected: false });
    expect(cancellationModes(alone)).toEqual([]);
    const sending = aPlan({ status: "cancelled", provider_cancellation: { ...request, state: "sending" } });
    expect(cancellationModes(sending)).toEqual([]);
  });

  it("is polled while the provider is being told, and not after it failed", () => {
    expect(isUnderWay(aPlan({ provider_cancellation: { ...request, state: "accepted" } }))).toBe(true);
    expect(isUnderWay(aPlan({ provider_cancellation: failed }))).toBe(false);
    expect(isUnconfirmed(aPlan({ provider_cancellation: failed }))).toBe(true);
  });

  it("says nothing about an earlier cancellation after the customer resumed it", () => {
    const confirmed = { ...request, state: "confirmed" } as const;
    expect(cancellationShown(aPlan({ provider_cancellation: confirmed }))).toBeNull();
    expect(cancellationShown(aPlan({ status: "cancelled", provider_cancellation: confirmed }))).toEqual(confirmed);
  });
});
