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
  /** A snapshot; the newest leaderboard if absent. */
  snapshot: z.uuid().optional(),
});
type BoardUrlState = UrlFilters<z.output<typeof boardUrlSchema>>;

/** The displayed leaderboard, kept in the URL. */
export const useBoardUrlState = (): BoardUrlState => useUrlFilters(boardUrlSchema);

/** The tab in the URL, and links to the other tabs that keep the method options. */
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
