import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type SetVersion, sampleQuery } from "../items.queries.ts";
import type { PlaceValues } from "../place/item-place.ts";
import { sampleSource } from "./item-source.ts";
import { howOf, type ListState } from "./use-item-window.ts";

/** The items that a seed draws. */
export const useSample = (set: SetVersion, where: string, place: PlaceValues): ListState => {
  const { q, seed, count, strategy, by } = place;
  const query = sampleQuery(set, { where, q, seed, count, strategy, by: strategy === "stratified" ? by : "" });
  const { data, error, isFetching, refetch } = useQuery(query);
  const source = useMemo(() => data && sampleSource(data.items), [data]);
  return {
    source,
    how: data && howOf(data),
    error,
    isFetching,
    key: query.queryKey,
    retry: () => void refetch(),
  };
};
