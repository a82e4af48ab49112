import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";

interface PagesObserver {
  /** Asks for these pages, and lets go of all others. */
  want(pages: readonly number[], lastPage: number): void;
  retry(): void;
  stop(): void;
}

export interface ObservedPages<Item> {
  /** The query of one page, counted from 0; its data have `items`. */
  readonly pageQuery: (page: number) => object;
  /** The items of the pages that are here, by the number of the page. */
  readonly onItems: (items: ReadonlyMap<number, readonly Item[]>) => void;
  readonly onError: (error: unknown) => void;
}

/** Those in sight and their neighbours, so that a row that comes into sight finds its item and is drawn once. */
const withNeighbours = (pages: readonly number[], lastPage: number): number[] => {
  const near = new Set(pages.flatMap((page) => [page - 1, page, page + 1]));
  // The first page is followed by whoever shows the total.
  return [...near].filter((page) => page > 0 && page <= lastPage).sort((a, b) => a - b);
};

/** Follows the pages of a list outside of React: a page that arrives redraws its own rows and nothing around them. */
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
      // Its type knows queries of one unknown kind only.
      observer.setQueries(numbers.map((page) => observed.pageQuery(page) as QueryObserverOptions));
    },
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.error) void result.refetch();
    },
    stop,
  };
};
