import type { experimentReportsRoutes } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { experimentReportCalls } from "../../../lib/api/clients/data/experiment-reports.ts";

type Body<K extends keyof typeof experimentReportsRoutes> =
  RouteInput<(typeof experimentReportsRoutes)[K]> extends { body: infer B } ? B : never;

const ALL = ["experiment-reports"] as const;
const PAGE_SIZE = 50;

export const reportsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...ALL, "list"],
    queryFn: ({ pageParam, ...context }) =>
      experimentReportCalls.listReports(
        { query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) } },
        context,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    meta: { silent: true },
  });

/** What became of its runs may have changed whenever it is opened. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "one", id],
    queryFn: (context) => experimentReportCalls.getReport({ params: { id } }, context),
    meta: { silent: true },
  });

export const reportSamplesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "samples", id],
    queryFn: (context) => experimentReportCalls.listReportSamples({ params: { id } }, context),
    meta: { silent: true },
  });

export const useCreateReport = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"createReport">) => experimentReportCalls.createReport({ body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ALL }),
  });
};
