import type { AssetItem } from "@dailies/contract";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { type AssetList, assetPageQuery, PAGE_ITEMS } from "../assets.queries.ts";
import { observePages, type PagesObserver } from "./observe-pages.ts";
import { createPageHolds } from "./page-holds.ts";

export interface AssetPages {
  readonly list: AssetList;
  /** Undefined until the page it stands on has arrived. */
  itemAt(index: number): AssetItem | undefined;
  indexOf(id: string): number | undefined;
  subscribe(listener: () => void): () => void;
  /** A row is drawn: its page should come, and stay while it is. */
  hold(index: number): () => void;
}

interface FirstPage {
  readonly items: readonly AssetItem[];
  readonly total: number;
}

interface PagedList {
  readonly pages: AssetPages;
  readonly total: number | undefined;
  readonly isCapped: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** Rows read single items through this, so that a page that arrives redraws its own rows and nothing else. */
const createPages = (client: QueryClient, list: AssetList, onError: (error: unknown) => void) => {
  const listeners = new Set<() => void>();
  let first: FirstPage | undefined;
  let others: ReadonlyMap<number, readonly AssetItem[]> = new Map();
  let inSight: readonly number[] = [];
  let observer: PagesObserver | undefined;
  const itemsOf = (page: number) => (page === 0 ? first?.items : others.get(page));
  const show = (): void => {
    for (const listener of listeners) listener();
  };
  const onItems = (items: typeof others): void => {
    others = items;
    show();
  };
  /** Begins anew after a stop, as a part that is mounted twice needs it. */
  const want = (): void => {
    observer ??= observePages(client, list, { onItems, onError });
    observer.want(inSight, Math.ceil((first?.total ?? 0) / PAGE_ITEMS) - 1);
  };
  const holds = createPageHolds(PAGE_ITEMS, (seen) => {
    inSight = seen;
    want();
  });
  const pages: AssetPages = {
    list,
    itemAt: (index) => itemsOf(Math.floor(index / PAGE_ITEMS))?.[index % PAGE_ITEMS],
    indexOf: (id) => {
      for (const page of [0, ...others.keys()]) {
        const place = itemsOf(page)?.findIndex((item) => item.id === id) ?? -1;
        if (place >= 0) return page * PAGE_ITEMS + place;
      }
      return undefined;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: holds.hold,
  };
  return {
    pages,
    want,
    showFirst: (page: FirstPage): void => {
      first = page;
      show();
    },
    retry: () => observer?.retry(),
    stop: (): void => {
      holds.stop();
      observer?.stop();
      observer = undefined;
    },
  };
};

/** A list of any length over pages that are fetched when they come into sight. Mount it anew for another list. */
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
