import type { AssetProbe, PerformerPricing } from "@dailies/contract";
import { costOf } from "../../performers/index.ts";
import type { JobCost } from "../execution/settle.store.ts";

export interface Charge {
  readonly reported: { readonly amountMicros: number; readonly currency: string } | undefined;
  readonly pricing: PerformerPricing | null;
  readonly probe: AssetProbe;
  readonly estimateMicros: number;
}

/** The cost reported by the provider, else the price of the actual output, else the estimate. Null: no price. */
export const chargeFor = ({ reported, pricing, probe, estimateMicros }: Charge): JobCost | null => {
  const unitPriceMicros = pricing?.unit_price_micros ?? null;
  const isWhole = reported !== undefined && Number.isSafeInteger(reported.amountMicros) && reported.amountMicros >= 0;
  // An amount in another currency cannot be added up.
  if (isWhole && (pricing === null || reported.currency === pricing.currency)) {
    return { ...reported, units: null, unitPriceMicros, basis: "reported" };
  }
  if (pricing === null) return null;
  const { duration, width, height } = probe;
  const measure = { seconds: duration ?? undefined, width: width ?? undefined, height: height ?? undefined };
  const computed = costOf(pricing, measure);
  const { currency } = pricing;
  if (computed) return { ...computed, currency, unitPriceMicros, basis: "computed" };
  return { amountMicros: estimateMicros, currency, units: null, unitPriceMicros, basis: "estimated" };
};
