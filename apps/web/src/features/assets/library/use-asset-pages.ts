import type { AssetItem } from "@dailies/contract";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createPagedList, type PagedItems } from "../../../shared/paged-list/paged-list.ts";
import { type AssetList, assetPageQuery, PAGE_ITEMS } from "../assets.queries.ts";

export interface AssetPages extends PagedItems<AssetItem, string> {
  readonly list: AssetList;
}

interface PagedList {
  readonly pages: AssetPages;
  readonly total: number | undefined;
  readonly isCapped: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

const createPages = (client: QueryClient, list: AssetList, onError: (error: unknown) => void) => {
  const { items, ...paged } = createPagedList<AssetItem, string>({
    client,
    pageItems: PAGE_ITEMS,
    pageQuery: (page) => assetPageQuery(list, page),
    idOf: ({ id }) => id,
    onError,
  });
  return { ...paged, pages: { ...items, list } };
};

/** A list of any length, backed by pages that are fetched when they become visible. Remount it for another list. */
export const useAssetPages = (list: AssetList): PagedList => {
  const client = useQueryClient();
  const first = useQuery(assetPageQuery(list, 0));
  const total = first.data?.total;
  const [error, setError] = useState<unknown>(null);
  const [{ pages, showFirst, want, retry, stop }] = useState(() => createPages(client, list, setError));

  useLayoutEffect(() => {
    if (first.data) showFirst(first.data);
  }, [first.data, showFirst]);
  useEffect(() => {
    want();
    return stop;
  }, [want, stop]);

  return {
    pages,
    total,
    isCapped: first.data?.is_capped ?? false,
    error: first.error ?? error,
    isFetching: first.isFetching,
    retry: () => {
      if (first.error) void first.refetch();
      retry();
    },
  };
};

export const PagesContext = createContext<AssetPages | undefined>(undefined);

export const usePages = (): AssetPages => {
  const pages = useContext(PagesContext);
  if (!pages) throw new Error("there is no list around this part");
  return pages;
};

export const useAssetAt = (index: number): AssetItem | undefined => {
  const pages = usePages();
  return useSyncExternalStore(pages.subscribe, () => pages.itemAt(index));
};

export const useHold = (index: number): void => {
  const pages = usePages();
  useEffect(() => pages.hold(index), [pages, index]);
};
