import { type OperationLogEntry, operationLogRoutes, type SecurityEventKind } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { operationLogCalls } from "../../lib/api/clients/operation-log.ts";
import type { SentRange } from "../../shared/time-span/range.rules.ts";

type ListQuery = z.input<typeof operationLogRoutes.listOperations.query>;

export const operationsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ["history", "list", query],
    queryFn: (context) => operationLogCalls.listOperations({ query }, context),
    placeholderData: keepPreviousData,
  });

/** Every type that occurs in the log. A new one is rare, so the list may be a few minutes old. */
export const operationTypesQuery = queryOptions({
  queryKey: ["history", "types"],
  queryFn: (context) => operationLogCalls.listOperationTypes({}, context),
  staleTime: 5 * 60_000,
});

const SIGN_INS_PER_PAGE = 50;

/** Newest first; the next page begins before the last event of this one. */
export const securityEventsQuery = ({ user, kind }: { user: string; kind: SecurityEventKind | undefined }) =>
  infiniteQueryOptions({
    queryKey: ["history", "sign-ins", user, kind],
    queryFn: ({ pageParam, ...context }) => {
      const query = {
        limit: SIGN_INS_PER_PAGE,
        ...(user !== "" && { user }),
        ...(kind && { kind }),
        ...(pageParam && { before: pageParam }),
      };
      return operationLogCalls.listSecurityEvents({ query }, context);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items, has_more: hasMore }) => (hasMore ? items.at(-1)?.seq.toString() : undefined),
  });

const MAX_ATTEMPTS = 4;

/**
 * One entry by number, or null. The unfiltered list is the chain itself, newest first, so the number gives the offset. If
 * entries were appended meanwhile, the offset is recomputed from the newer head.
 */
export const entryQuery = (seq: number) =>
  queryOptions({
    queryKey: ["history", "entry", seq],
    queryFn: async (context): Promise<OperationLogEntry | null> => {
      const read = (offset: number) => operationLogCalls.listOperations({ query: { limit: 1, offset } }, context);
      let { head } = await read(0);
      for (let tries = 0; tries < MAX_ATTEMPTS && seq <= head.seq; tries += 1) {
        const page = await read(head.seq - seq);
        const [entry] = page.items;
        if (entry?.seq === seq) return entry;
        if (page.head.seq === head.seq) return null;
        head = page.head;
      }
      return null;
    },
    // Entries are immutable.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

export const exportAddress = (range: SentRange): string =>
  addressOf(operationLogRoutes.exportOperations, { query: { ...range } });
