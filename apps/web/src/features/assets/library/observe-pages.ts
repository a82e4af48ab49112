import type { AssetItem } from "@dailies/contract";
import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";
import { type AssetList, assetPageQuery } from "../assets.queries.ts";

export interface PagesObserver {
  /** Asks for these pages, and lets go of all others. */
  want(pages: readonly number[], lastPage: number): void;
  retry(): void;
  stop(): void;
}

interface Told {
  /** The items of the pages that are here, by the number of the page. */
  onItems: (items: ReadonlyMap<number, readonly AssetItem[]>) => void;
  onError: (error: unknown) => void;
}

/** Those in sight and their neighbours, so that a row that comes into sight finds its item and is drawn once. */
const withNeighbours = (pages: readonly number[], lastPage: number): number[] => {
  const near = new Set(pages.flatMap((page) => [page - 1, page, page + 1]));
  // The first page is followed by whoever shows the total.
  return [...near].filter((page) => page > 0 && page <= lastPage).sort((a, b) => a - b);
};

/** Follows the pages of a list outside of React: a page that arrives redraws its own rows and nothing around them. */
export const observePages = (client: QueryClient, list: AssetList, told: Told): PagesObserver => {
  let numbers: readonly number[] = [];
  const observer = new QueriesObserver(client, []);
  const tell = (results: readonly QueryObserverResult[]): void => {
    const items = new Map<number, readonly AssetItem[]>();
    for (const [at, page] of numbers.entries()) {
      const data = results[at]?.data as { items: readonly AssetItem[] } | undefined;
      if (data) items.set(page, data.items);
    }
    told.onItems(items);
    told.onError(results.find(({ error }) => error)?.error ?? null);
  };
  const stop = observer.subscribe(tell);
  return {
    want: (pages, lastPage) => {
      const next = withNeighbours(pages, lastPage);
      if (next.join() === numbers.join()) return;
      numbers = next;
      const queries = numbers.map((page) => assetPageQuery(list, page));
      // Its type knows queries of one unknown kind only.
      observer.setQueries(queries as unknown as QueryObserverOptions[]);
    },
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.error) void result.refetch();
    },
    stop,
  };
};
