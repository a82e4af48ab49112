import type { Access, contentRoutes, FavoriteItem, RouteResult } from "@dailies/contract";
import type { RouteInput } from "@dailies/contract/kit";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { contentCalls } from "../../lib/api/clients/content.ts";
import { creditsCalls } from "../../lib/api/clients/credits.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";
import { useOperatorCheck } from "../../shared/operator-check.ts";

export type FavoriteList = RouteInput<(typeof contentRoutes)["listFavorites"]>["body"];
type FavoritePage = RouteResult<typeof contentRoutes.listFavorites>;
type AuditBody = RouteInput<(typeof contentRoutes)["auditFavorite"]>["body"];

const FAVORITES = ["content", "favorites"] as const;
const SUGGESTIONS = 8;
const BENCHMARKS_OFFERED = 100;

export const favoritesQuery = (body: FavoriteList) =>
  queryOptions({
    queryKey: [...FAVORITES, body],
    queryFn: ({ signal }) => contentCalls.listFavorites({ body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const projectTasksQuery = (projectId: string, query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["content", "tasks", projectId, query],
    queryFn: (context) => contentCalls.listProjectTasks({ params: { projectId }, query }, context),
    placeholderData: (before) => (before?.project.id === projectId ? before : undefined),
    // The page shows both an unknown project and an error inline.
    meta: { silent: true },
  });

export const projectTaskQuery = (id: string) =>
  queryOptions({
    queryKey: ["content", "task", id],
    queryFn: (context) => contentCalls.getProjectTask({ params: { id } }, context),
    staleTime: 60_000,
    meta: { silent: true },
  });

export const endUsersQuery = (q: string) =>
  queryOptions({
    queryKey: ["content", "end-users", q],
    queryFn: (context) => creditsCalls.searchEndUsers({ query: { q, limit: SUGGESTIONS } }, context),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

/** Benchmarks the user may change and that still accept rows, most recently changed first. */
export const openBenchmarksQuery = queryOptions({
  queryKey: ["content", "benchmarks"],
  queryFn: async (context) => {
    const query = { kind: "Benchmark", is_mine: "true", page: 1, page_size: BENCHMARKS_OFFERED } as const;
    const { items } = await tasksCalls.listTasks({ query }, context);
    return items.filter(({ status }) => status === "Init" || status === "Generating");
  },
  staleTime: 0,
  meta: { silent: true },
});

const withItem = (page: FavoritePage | undefined, item: FavoriteItem): FavoritePage | undefined =>
  page && { ...page, items: page.items.map((each) => (each.id === item.id ? item : each)) };

/**
 * A mutation on favourites. The lists are invalidated on success and on error: another operator may have been faster, or
 * consent was withdrawn. If the operator check fails, nothing is sent and nothing is refetched.
 */
const useFavoriteAct = <Body, Reply>(
  access: Access,
  act: (body: Body) => Promise<Reply>,
  onDone: (reply: Reply) => void,
) => {
  const cache = useQueryClient();
  const check = useOperatorCheck(access);
  const renew = (): Promise<void> => cache.invalidateQueries({ queryKey: FAVORITES });
  return useMutation({
    mutationFn: async (body: Body) => {
      await check();
      return act(body).catch((error: unknown) => {
        void renew();
        throw error;
      });
    },
    onSuccess: (reply) => {
      onDone(reply);
      return renew();
    },
  });
};

/** Decides about a favourite in the state the operator saw. */
export const useAuditFavorite = (onDecided: (item: FavoriteItem) => void) => {
  const cache = useQueryClient();
  return useFavoriteAct(
    PLATFORM_ACCESS.content,
    (body: AuditBody) => contentCalls.auditFavorite({ body }),
    (item) => {
      // Before the refetch: an item that the filter hides from now on shows its new status while it is still open.
      cache.setQueriesData<FavoritePage>({ queryKey: FAVORITES }, (page) => withItem(page, item));
      onDecided(item);
    },
  );
};

export const useMakeBenchmarkRow = () =>
  useFavoriteAct(
    PLATFORM_ACCESS.operators,
    (body: { id: string; task_id: string }) => contentCalls.makeBenchmarkRow({ body }),
    () => undefined,
  );
