import type { DatasetRow } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { createPagedList } from "../../../../shared/paged-list/paged-list.ts";
import { type ItemList, itemPageQuery, PAGE_ITEMS, type SetVersion } from "../items.queries.ts";
import type { ItemSource } from "./item-source.ts";
import { WINDOW_ITEMS } from "./windows.ts";

/** The completeness of a result. */
export interface HowSure {
  readonly total: number;
  readonly isExact: boolean;
  readonly isPartial: boolean;
  readonly hasTimedOut: boolean;
  readonly scanned: number;
  readonly tookMs: number;
}

export interface ListState {
  readonly source: ItemSource | undefined;
  readonly how: HowSure | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly key: readonly unknown[];
  readonly retry: () => void;
}

export const howOf = (reply: {
  total: number;
  total_exact: boolean;
  partial: boolean;
  timed_out: boolean;
  scanned: number;
  took_ms: number;
}): HowSure => ({
  total: reply.total,
  isExact: reply.total_exact,
  isPartial: reply.partial,
  hasTimedOut: reply.timed_out,
  scanned: reply.scanned,
  tookMs: reply.took_ms,
});

/** One window of a list, fetched page by page as it becomes visible. Remount it for another list or window. */
export const useItemWindow = (set: SetVersion, list: ItemList, offset: number): ListState => {
  const client = useQueryClient();
  const firstQuery = itemPageQuery(set, list, offset);
  const first = useQuery(firstQuery);
  const [error, setError] = useState<unknown>(null);
  const [{ items, showFirst, want, retry, stop }] = useState(() =>
    createPagedList<DatasetRow, number>({
      client,
      pageItems: PAGE_ITEMS,
      pageQuery: (page) => itemPageQuery(set, list, offset + page * PAGE_ITEMS),
      idOf: ({ ordinal }) => ordinal,
      onError: setError,
    }),
  );
  const { data } = first;
  const count = data && Math.max(0, Math.min(WINDOW_ITEMS, data.total - offset));

  useLayoutEffect(() => {
    if (data && count !== undefined) showFirst({ items: data.items, total: count });
  }, [data, count, showFirst]);
  useEffect(() => {
    want();
    return stop;
  }, [want, stop]);

  const source = useMemo(() => (count === undefined ? undefined : { ...items, count, offset }), [items, count, offset]);
  return {
    source,
    how: data && howOf(data),
    error: first.error ?? error,
    isFetching: first.isFetching,
    key: firstQuery.queryKey,
    retry: () => {
      if (first.error || !data || data.partial) void first.refetch();
      retry();
    },
  };
};
