import type { AssetItem } from "@dailies/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type AssetList, assetPageQuery, PAGE_ITEMS } from "../assets.queries.ts";
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

interface PagedList {
  readonly pages: AssetPages;
  readonly total: number | undefined;
  readonly isCapped: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** Rows read single items through this, so that a page that arrives redraws its own rows and nothing else. */
const createPages = (list: AssetList, onSettle: (pages: readonly number[]) => void) => {
  const listeners = new Set<() => void>();
  const holds = createPageHolds(PAGE_ITEMS, onSettle);
  let loaded: ReadonlyMap<number, readonly AssetItem[]> = new Map();
  const pages: AssetPages = {
    list,
    itemAt: (index) => loaded.get(Math.floor(index / PAGE_ITEMS))?.[index % PAGE_ITEMS],
    indexOf: (id) => {
      for (const [page, items] of loaded) {
        const place = items.findIndex((item) => item.id === id);
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
  const show = (next: typeof loaded): void => {
    loaded = next;
    for (const listener of listeners) listener();
  };
  return { pages, show, stop: holds.stop };
};

/** A list of any length over pages that are fetched when they come into sight. Mount it anew for another list. */
export const useAssetPages = (list: AssetList): PagedList => {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [{ pages, show, stop }] = useState(() => createPages(list, setWanted));
  const first = useQuery(assetPageQuery(list, 0));
  const total = first.data?.total;
  const numbers = useMemo(() => wanted.filter((page) => page > 0 && page * PAGE_ITEMS < (total ?? 0)), [wanted, total]);
  const others = useQueries({ queries: numbers.map((page) => assetPageQuery(list, page)) });

  useLayoutEffect(() => {
    const loaded = new Map<number, readonly AssetItem[]>();
    if (first.data) loaded.set(0, first.data.items);
    for (const [at, page] of numbers.entries()) {
      const items = others[at]?.data?.items;
      if (items) loaded.set(page, items);
    }
    show(loaded);
  });
  useEffect(() => stop, [stop]);

  return {
    pages,
    total,
    isCapped: first.data?.is_capped ?? false,
    error: first.error ?? others.find(({ error }) => error)?.error,
    isFetching: first.isFetching,
    retry: () => {
      if (first.error) void first.refetch();
      for (const other of others) if (other.error) void other.refetch();
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
