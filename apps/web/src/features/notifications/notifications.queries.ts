import type { NotificationSettings } from "@dailies/contract";
import { notificationsRoutes } from "@dailies/contract/notifications/routes";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createCalls } from "../../lib/api/calls.ts";

const notificationsCalls = createCalls(notificationsRoutes);
const KEY = "notifications";
const PAGE_SIZE = 20;

/** For a connection that is down for long. */
const REFRESH_MS = 300_000;

export const summaryQuery = queryOptions({
  queryKey: [KEY, "summary"],
  queryFn: (context) => notificationsCalls.getNotificationSummary({}, context),
  refetchInterval: REFRESH_MS,
  meta: { silent: true },
});

export const listQuery = infiniteQueryOptions({
  queryKey: [KEY, "list"],
  queryFn: ({ pageParam: before, signal }) =>
    notificationsCalls.listNotifications(
      { query: { limit: PAGE_SIZE, ...(before !== null && { before }) } },
      { signal },
    ),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next_before }) => next_before,
  staleTime: 0,
  meta: { silent: true },
});

/** Reads the count and an open list again. */
export const useRefreshNotifications = (): (() => void) => {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: [KEY] });
};

export const useMarkRead = () => {
  const refresh = useRefreshNotifications();
  return useMutation({
    mutationFn: (upTo: number) => notificationsCalls.markNotificationsRead({ body: { up_to: upTo } }),
    onSettled: refresh,
  });
};

export const useChangeSettings = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => notificationsCalls.changeNotificationSettings({ body }),
    onSuccess: (summary) => cache.setQueryData(summaryQuery.queryKey, summary),
  });
};
