import type {
  ActCount,
  JobCounts,
  JobDetail,
  JobItem,
  JobKind,
  JobQueueState,
  JobRates,
  jobsRoutes,
} from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { jobsCalls } from "../../lib/api/clients/jobs.ts";

type Table = typeof jobsRoutes;
export type SearchedJobs = RouteInput<Table["countJobs"]>["body"];

const ALL = ["jobs"] as const;
const PAGE = 50;
const WATCH_MS = 3_000;
const RENEW_MS = 10_000;

const isLive = ({ status }: JobItem): boolean => status === "Waiting" || status === "Running";

interface JobPage {
  items: JobItem[];
  next_cursor: string | null;
}

export const jobsQuery = (filter: SearchedJobs) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "list", filter],
    queryFn: ({ pageParam, signal }): Promise<JobPage> =>
      jobsCalls.searchJobs(
        { body: { ...filter, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Older pages would be fetched again with the first one, so only the first renews itself.
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      if (pages.length > 1) return false;
      return pages[0]?.items.some(isLive) ? WATCH_MS : RENEW_MS;
    },
  });

export const jobCountsQuery = (filter: SearchedJobs) =>
  queryOptions({
    queryKey: [...ALL, "counts", filter],
    queryFn: ({ signal }): Promise<JobCounts> => jobsCalls.countJobs({ body: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
    meta: { silent: true },
  });

const RATES_MS = 30_000;

export const jobRatesQuery = (asked: { kinds?: JobKind[]; hours: number }) =>
  queryOptions({
    queryKey: [...ALL, "rates", asked],
    queryFn: ({ signal }): Promise<JobRates> => jobsCalls.getJobRates({ body: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RATES_MS,
    // The charts show this error themselves.
    meta: { silent: true },
  });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, "detail", id],
    queryFn: (context): Promise<JobDetail> => jobsCalls.getJob({ params: { id } }, context),
    // The drawer shows this error itself.
    meta: { silent: true },
    refetchInterval: ({ state }) => (state.data && isLive(state.data.job) ? WATCH_MS : false),
  });

export const actCountQuery = (chosen: { filter: SearchedJobs; ids?: string[] }) =>
  queryOptions({
    queryKey: [...ALL, "act-count", chosen],
    queryFn: ({ signal }): Promise<ActCount> => jobsCalls.countJobActs({ body: chosen }, { signal }),
    // The time of the count bounds what the act does, so a kept one would leave out newer jobs.
    gcTime: 0,
    staleTime: 0,
    meta: { silent: true },
  });

export const queuesQuery = queryOptions({
  queryKey: [...ALL, "queues"],
  queryFn: (context): Promise<{ items: JobQueueState[] }> => jobsCalls.listJobQueues({}, context),
  refetchInterval: RENEW_MS,
  meta: { silent: true },
});

/** Asked by hand only: each answer is a question to the workflow engine for every old job. */
export const stuckJobsQuery = queryOptions({
  queryKey: ["stuck-jobs"],
  queryFn: ({ signal }) => jobsCalls.findStuckJobs({}, { signal }),
  gcTime: 0,
  refetchOnWindowFocus: false,
  meta: { silent: true },
});

export const useRenewJobs = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ALL });
};
