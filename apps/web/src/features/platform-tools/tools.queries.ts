import type { PAYMENT_EVENT_STATUSES } from "@dailies/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { platformToolsCalls } from "../../lib/api/clients/platform-tools.ts";

const TOOLS = ["platform-tools"] as const;
const SHOWN_LOTS = 50;
const SHOWN_HOLDS = 200;
const SHOWN_EVENTS = 50;

export const expiryQuery = (days: number) =>
  queryOptions({
    queryKey: [...TOOLS, "expiry", days],
    queryFn: (context) => platformToolsCalls.previewExpiry({ query: { days, limit: SHOWN_LOTS } }, context),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });

export const holdsQuery = (olderThanMinutes: number) =>
  queryOptions({
    queryKey: [...TOOLS, "holds", olderThanMinutes],
    queryFn: (context) =>
      platformToolsCalls.listOpenHolds(
        { query: { older_than_minutes: olderThanMinutes, limit: SHOWN_HOLDS } },
        context,
      ),
    placeholderData: keepPreviousData,
  });

export type EventStatus = (typeof PAYMENT_EVENT_STATUSES)[number];

export const eventsQuery = (status: EventStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...TOOLS, "events", status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      platformToolsCalls.listPaymentEvents({ query: { status, before: pageParam, limit: SHOWN_EVENTS } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)?.received_at : undefined),
  });

export const credentialsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...TOOLS, "credentials", page, pageSize],
    queryFn: (context) =>
      platformToolsCalls.listServiceCredentials({ query: { limit: pageSize, offset: (page - 1) * pageSize } }, context),
    placeholderData: keepPreviousData,
  });

/** Invalidates all queries of the tools, and of other screens that show the same data. */
export const useRenewTools = (): (() => void) => {
  const cache = useQueryClient();
  return () => {
    for (const key of [TOOLS, ["credits"], ["history"], ["approvals"]]) void cache.invalidateQueries({ queryKey: key });
  };
};
