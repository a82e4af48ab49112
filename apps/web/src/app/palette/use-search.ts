import { type SearchHit, searchRoutes } from "@dailies/contract/search/routes";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { createCalls } from "../../lib/api/calls.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useOpenScreens } from "../use-open-screens.ts";
import { screenOfHit } from "./hit-address.ts";
import { matchRank } from "./match-rank.ts";

const REST_MS = 150;
const searchCalls = createCalls(searchRoutes);

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    // The signal ends a request as soon as its words are no longer asked for.
    queryFn: (context) => searchCalls.search({ query: { q } }, context),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // The palette shows the error itself.
    meta: { silent: true },
  });

export interface FoundHits {
  hits: readonly SearchHit[];
  isSearching: boolean;
  error: unknown;
  retry: () => void;
}

/** Hits whose screen the user may open. Until a search is answered, the earlier hits that still match stay. */
export const useSearch = (query: string): FoundHits => {
  const words = query.trim();
  const rested = useDebounced(words, REST_MS);
  const found = useQuery({ ...searchQuery(rested), enabled: rested !== "" && words !== "" });
  const open = new Set(useOpenScreens().map(({ path }) => path));
  const isCurrent = rested === words && !found.isPlaceholderData;
  const items = words === "" ? [] : (found.data?.items ?? []);
  return {
    hits: items.filter(
      (hit) =>
        open.has(screenOfHit(hit)) && (isCurrent || Number.isFinite(matchRank([hit.title, hit.note, hit.id], words))),
    ),
    isSearching: words !== "" && (rested !== words || found.isFetching),
    error: words !== "" && rested === words ? found.error : null,
    retry: () => void found.refetch(),
  };
};
