import type { CreateProcessingBody, ProcessingDetail, ProcessingTemplate, processingRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { serviceCalls } from "../../../lib/api/clients/data/inference-services.ts";
import { processingCalls } from "../../../lib/api/clients/data/processing.ts";

type ListQuery = RouteInput<(typeof processingRoutes)["listProcessing"]>["query"];

const ALL = ["processing"] as const;
const WATCH_MS = 5_000;

export const runsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...ALL, "list", query],
    queryFn: (context) => processingCalls.listProcessing({ query }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
    refetchInterval: WATCH_MS,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "one", id],
    queryFn: (context): Promise<ProcessingDetail> => processingCalls.getProcessing({ params: { id } }, context),
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? WATCH_MS : false),
  });

export const estimateQuery = (viewId: string, template: ProcessingTemplate) =>
  queryOptions({
    meta: { silent: true },
    staleTime: 30_000,
    queryKey: [...ALL, "estimate", viewId, template],
    queryFn: ({ signal }) => processingCalls.estimateProcessing({ body: { view_id: viewId, template } }, { signal }),
    retry: false,
  });

/** Services that a run can ask. */
export const serviceChoicesQuery = queryOptions({
  meta: { silent: true },
  staleTime: 30_000,
  queryKey: [...ALL, "services"],
  queryFn: async (context) => (await serviceCalls.listServices({ query: { limit: 200 } }, context)).items,
});

const useRenew = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};

export const useCreateRun = () =>
  useMutation({
    mutationFn: (body: CreateProcessingBody) => processingCalls.createProcessing({ body }),
    onSuccess: useRenew(),
  });

export const useCancelRun = (id: string) =>
  useMutation({ mutationFn: () => processingCalls.cancelProcessing({ params: { id } }), onSettled: useRenew() });

export const useRetryRun = (id: string) =>
  useMutation({
    mutationFn: (requestKey: string) =>
      processingCalls.retryProcessing({ params: { id }, body: { request_key: requestKey } }),
    onSettled: useRenew(),
  });
