import type { RunSourceItem, runSourcesRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { runSourceCalls } from "../../../lib/api/clients/data/run-sources.ts";

type Table = typeof runSourcesRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;

const WATCH_MS = 15_000;
/** While one of them is gone through for the first time. */
const BEGIN_MS = 3_000;

const watchMs = (items: readonly RunSourceItem[] = []): number | false => {
  if (items.length === 0) return false;
  const isBegun = items.some(({ status, swept_at: sweptAt }) => status !== "Unreachable" && sweptAt === null);
  return isBegun ? BEGIN_MS : WATCH_MS;
};

export const sourcesQuery = () =>
  queryOptions({
    queryKey: ["experiments", "sources"],
    queryFn: (context): Promise<{ items: RunSourceItem[]; total: number }> =>
      runSourceCalls.listRunSources({}, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => watchMs(state.data?.items),
  });

const NONE: readonly RunSourceItem[] = [];

/** The sources. When more of their runs were copied, what is on the page is read again. */
export const useSources = (): readonly RunSourceItem[] => {
  const cache = useQueryClient();
  const { data } = useQuery(sourcesQuery());
  const copied = data?.items.reduce((sum, { runs }) => sum + runs, 0);
  const before = useRef(copied);
  useEffect(() => {
    if (before.current !== undefined && before.current !== copied) {
      for (const part of ["runs", "columns", "list"]) void cache.invalidateQueries({ queryKey: ["experiments", part] });
    }
    before.current = copied;
  }, [cache, copied]);
  return data?.items ?? NONE;
};

/** The lists of runs change with their sources. */
const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["experiments"] });
};

export const useCreateSource = () =>
  useMutation({
    mutationFn: (body: Body<"createRunSource">) => runSourceCalls.createRunSource({ body }),
    onSuccess: useRenew(),
  });

export const useUpdateSource = (id: string) =>
  useMutation({
    mutationFn: (body: Body<"updateRunSource">) => runSourceCalls.updateRunSource({ params: { id }, body }),
    onSuccess: useRenew(),
  });

export const useDeleteSource = (id: string) =>
  useMutation({ mutationFn: () => runSourceCalls.deleteRunSource({ params: { id } }), onSettled: useRenew() });

export const useCheckSource = (id: string) =>
  useMutation({ mutationFn: () => runSourceCalls.checkRunSource({ params: { id } }), onSettled: useRenew() });
