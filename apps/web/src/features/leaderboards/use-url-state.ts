import { AGGREGATIONS } from "@dailies/contract";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { PATHS } from "../../lib/paths.ts";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

export const TABS = ["board", "prompts", "metrics", "judging"] as const;
export type Tab = (typeof TABS)[number];

const boardUrlSchema = z.object({
  aggregation: z.enum(AGGREGATIONS).optional(),
  axis: z.string().max(80).optional(),
  /** A board that was kept; without it, the newest one. */
  snapshot: z.uuid().optional(),
});
type BoardUrlState = UrlFilters<z.output<typeof boardUrlSchema>>;

/** Which board is looked at, kept in the address. */
export const useBoardUrlState = (): BoardUrlState => useUrlFilters(boardUrlSchema);

/** The tab of the address, and the address of each tab; how the board is computed goes along. */
export const useTab = (usual: Tab): { tab: Tab; addressOf: (tab: Tab) => string } => {
  const [params] = useSearchParams();
  const named = TABS.find((tab) => tab === params.get("tab"));
  const addressOf = (tab: Tab): string => {
    const next = new URLSearchParams();
    for (const key of ["task", "aggregation", "axis", "snapshot"]) {
      const value = params.get(key);
      if (value !== null) next.set(key, value);
    }
    next.set("tab", tab);
    return `${PATHS.taskBenchmark}?${next}`;
  };
  return { tab: named ?? usual, addressOf };
};
