import type { AssetItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { assetPageQuery, PAGE_ITEMS } from "../assets.queries.ts";
import type { AssetPages } from "./use-asset-pages.ts";

/** The server's limit per request. */
export const MAX_SELECTED = 500;

export interface Selection {
  readonly items: ReadonlyMap<string, AssetItem>;
  has(id: string): boolean;
  toggle(index: number): void;
  /** Selects the range from the last touched item to this one, including items that are not rendered yet. */
  extendTo(index: number): Promise<void>;
  selectFirst(total: number): Promise<void>;
  clear(): void;
}

const rangeOf = (from: number, to: number): { begin: number; end: number } => {
  const begin = Math.min(from, to);
  return { begin, end: Math.min(Math.max(from, to), begin + MAX_SELECTED - 1) };
};

export const useSelection = (pages: AssetPages): Selection => {
  const cache = useQueryClient();
  const [items, setItems] = useState<ReadonlyMap<string, AssetItem>>(new Map());
  const anchor = useRef(0);

  return useMemo(() => {
    const fetchRange = async (begin: number, end: number): Promise<AssetItem[]> => {
      const first = Math.floor(begin / PAGE_ITEMS);
      const numbers = Array.from({ length: Math.floor(end / PAGE_ITEMS) - first + 1 }, (_, at) => first + at);
      const found = await Promise.all(numbers.map((page) => cache.fetchQuery(assetPageQuery(pages.list, page))));
      const all = found.flatMap((page) => page.items);
      return all.slice(begin - first * PAGE_ITEMS, end - first * PAGE_ITEMS + 1);
    };
    const selectRange = async (from: number, to: number): Promise<void> => {
      const { begin, end } = rangeOf(from, to);
      // The query cache already reports the error; keep the current selection.
      const range = await fetchRange(begin, end).catch(() => undefined);
      if (range) setItems(new Map(range.map((item) => [item.id, item])));
    };
    return {
      items,
      has: (id) => items.has(id),
      toggle: (index) => {
        const item = pages.itemAt(index);
        if (!item) return;
        anchor.current = index;
        setItems((now) => {
          const next = new Map(now);
          if (!next.delete(item.id) && next.size < MAX_SELECTED) next.set(item.id, item);
          return next;
        });
      },
      extendTo: (index) => selectRange(anchor.current, index),
      selectFirst: (total) => selectRange(0, total - 1),
      clear: () => setItems(new Map()),
    };
  }, [items, pages, cache]);
};
