import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";

interface PagesObserver {
  /** Subscribes to these pages, and drops all others. */
  want(pages: readonly number[], lastPage: number): void;
  retry(): void;
  stop(): void;
}

export interface ObservedPages<Item> {
  /** The query of one zero-based page; its data have `items`. */
  readonly pageQuery: (page: number) => object;
  /** The items of the loaded pages, by page number. */
  readonly onItems: (items: ReadonlyMap<number, readonly Item[]>) => void;
  readonly onError: (error: unknown) => void;
}

/** Adds the neighbours of the visible pages, so that a row that becomes visible has its item and renders once. */
const withNeighbours = (pages: readonly number[], lastPage: number): number[] => {
  const near = new Set(pages.flatMap((page) => [page - 1, page, page + 1]));
  // The first page is observed by the component that shows the total.
  return [...near].filter((page) => page > 0 && page <= lastPage).sort((a, b) => a - b);
};

/** Observes the pages of a list outside React, so that an arriving page re-renders only its own rows. */
export const observePages = <Item>(client: QueryClient, observed: ObservedPages<Item>): PagesObserver => {
  let numbers: readonly number[] = [];
  const observer = new QueriesObserver(client, []);
  const tell = (results: readonly QueryObserverResult[]): void => {
    const items = new Map<number, readonly Item[]>();
    for (const [at, page] of numbers.entries()) {
      const data = results[at]?.data as { items: readonly Item[] } | undefined;
      if (data) items.set(page, data.items);
    }
    observed.onItems(items);
    observed.onError(results.find(({ error }) => error)?.error ?? null);
  };
  const stop = observer.subscribe(tell);
  return {
    want: (pages, lastPage) => {
      const next = withNeighbours(pages, lastPage);
      if (next.join() === numbers.join()) return;
      numbers = next;
      // The observer's type accepts only queries of one unknown kind.
      observer.setQueries(numbers.map((page) => observed.pageQuery(page) as QueryObserverOptions));
    },
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.error) void result.refetch();
    },
    stop,
  };
};
