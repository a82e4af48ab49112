import type {
  createPerformerBody,
  InputValues,
  PerformerTaskItem,
  performersRoutes,
  performerTaskFilter,
  updatePerformerBody,
} from "@dailies/contract";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { performersCalls } from "../../lib/api/clients/performers.ts";
import { performersQuery } from "../../shared/performer-picker/performers.query.ts";
import { isUnderWay } from "./calls/call.rules.ts";

export type CallFilter = z.input<typeof performerTaskFilter>;
export type CallPage = z.input<typeof performersRoutes.filterPerformerTasks.query>;

export const CALLS = ["performers", "calls"] as const;

/** Fallback for the SSE connection: polls running jobs, and renews signed URLs of clips before they expire. */
const UNDER_WAY_MS = 4_000;
const ADDRESS_MS = 8 * 60_000;
const paceOf = (items: readonly PerformerTaskItem[] | undefined): number =>
  items?.some(isUnderWay) ? UNDER_WAY_MS : ADDRESS_MS;

export const callsQuery = (page: CallPage, filter: CallFilter) =>
  queryOptions({
    queryKey: [...CALLS, "list", page, filter],
    queryFn: ({ signal }) => performersCalls.filterPerformerTasks({ query: page, body: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
  });

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: [...CALLS, "one", id],
    queryFn: ({ signal }) => performersCalls.getPerformerTask({ query: { id } }, { signal }),
    refetchInterval: ({ state }) => paceOf(state.data && [state.data]),
  });

/** The estimated cost of a run. Informational only: the run button works without it. */
export const estimateQuery = (performerId: string, input: InputValues, calls: number) =>
  queryOptions({
    queryKey: ["performers", "estimate", performerId, input, calls],
    queryFn: ({ signal }) =>
      performersCalls.estimatePerformerTask({ body: { performer_id: performerId, input, calls } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { silent: true },
  });

export const useCancelCall = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => performersCalls.cancelPerformerTask({ body: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: CALLS }),
  });
};

/** A mutation of the registry: invalidates all performer queries. */
const useRegistryAct = <Input, Output>(act: (input: Input) => Promise<Output>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => cache.invalidateQueries({ queryKey: performersQuery.queryKey }),
  });
};

export const useCreatePerformer = () =>
  useRegistryAct((body: z.input<typeof createPerformerBody>) => performersCalls.createPerformer({ body }));
export const useUpdatePerformer = () =>
  useRegistryAct((body: z.input<typeof updatePerformerBody>) => performersCalls.updatePerformer({ body }));
export const useDeletePerformer = () =>
  useRegistryAct((id: string) => performersCalls.deletePerformer({ body: { id } }));
export const useTestPerformer = () => useRegistryAct((id: string) => performersCalls.testPerformer({ body: { id } }));
