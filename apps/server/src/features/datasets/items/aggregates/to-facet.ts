import type { Facet } from "@dailies/contract";
import type { ItemFacet } from "./facet-items.ts";

export const toFacet = ({ fullNulls, histogram, values, ...facet }: ItemFacet): Facet => ({
  ...facet,
  full_nulls: fullNulls,
  histogram: histogram && {
    edges: [...histogram.edges],
    counts: [...histogram.counts],
    full_counts: [...histogram.fullCounts],
  },
  values: values?.map(({ value, count, fullCount }) => ({ value, count, full_count: fullCount })) ?? null,
});
