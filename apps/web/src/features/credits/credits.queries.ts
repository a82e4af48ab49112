import { creditsRoutes } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { creditsCalls } from "../../lib/api/clients/credits.ts";
import type { SentRange } from "../../shared/time-span/range.rules.ts";
import { isUnderWay } from "./cancellation.rules.ts";

export interface UserListQuery extends SentRange {
  user_email: string;
  limit: number;
  offset: number;
}

const SUGGESTIONS = 12;
const REQUESTS_SHOWN = 50;
/** A provider usually confirms within seconds; its event can also take days. */
const CONFIRMATION_POLL_MS = 15_000;

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["credits", "search", q],
    queryFn: (context) => creditsCalls.searchEndUsers({ query: { q, limit: SUGGESTIONS } }, context),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    // The list under the search box shows this error.
    meta: { silent: true },
  });

export const creditsQuery = (email: string) =>
  queryOptions({
    queryKey: ["credits", "account", email],
    queryFn: (context) => creditsCalls.getCredits({ params: { email }, query: {} }, context),
    refetchInterval: ({ state }) => (state.data?.plan && isUnderWay(state.data.plan) ? CONFIRMATION_POLL_MS : false),
    enabled: email !== "",
    // An unknown email address is a valid result; the page shows both cases inline.
    meta: { silent: true },
  });

export const movementsQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ["credits", "movements", query],
    queryFn: (context) => creditsCalls.listTransactions({ query }, context),
    placeholderData: keepPreviousData,
  });

export const ordersQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ["credits", "orders", query],
    queryFn: (context) => creditsCalls.listOrders({ query }, context),
    placeholderData: keepPreviousData,
  });

export const plansQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ["credits", "plans", query],
    queryFn: (context) => creditsCalls.listPlans({ query }, context),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? CONFIRMATION_POLL_MS : false),
    placeholderData: keepPreviousData,
  });

export const projectsQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ["credits", "projects", query],
    queryFn: (context) => creditsCalls.listUserProjects({ query }, context),
    placeholderData: keepPreviousData,
  });

export const consumptionQuery = (query: SentRange & { user_email: string; time_zone: string }) =>
  queryOptions({
    queryKey: ["credits", "consumption", query],
    queryFn: (context) => creditsCalls.getConsumption({ query }, context),
    meta: { silent: true },
  });

export const waitingRequestsQuery = queryOptions({
  queryKey: ["credits", "requests", "pending"],
  queryFn: (context) =>
    creditsCalls.listGrantRequests({ query: { status: "pending", limit: REQUESTS_SHOWN, offset: 0 } }, context),
  refetchInterval: 60_000,
  meta: { silent: true },
});

export type ExportKind = "transaction" | "order" | "plan";

export const exportAddress = (kind: ExportKind, user_email: string, range: SentRange): string =>
  addressOf(creditsRoutes.exportUserList, { query: { kind, user_email, ...range } });

/** Invalidates balances, lists and requests after any change to credits. */
export const useRenewCredits = (): (() => Promise<unknown>) => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["credits"] });
};
