import type { QueryClient } from "@tanstack/react-query";
import { observePages } from "./observe-pages.ts";
import { createPageHolds } from "./page-holds.ts";

/** Rows and tiles read their item through this, so that an arriving page re-renders only its own rows. */
export interface PagedItems<Item, Id> {
  /** Undefined until its page has loaded. */
  itemAt(index: number): Item | undefined;
  indexOf(id: Id): number | undefined;
  subscribe(listener: () => void): () => void;
  /** Called when a row mounts: loads its page, and keeps it until the returned function is called. */
  hold(index: number): () => void;
}

interface FirstPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

interface PagedListOptions<Item, Id> {
  readonly client: QueryClient;
  readonly pageItems: number;
  readonly pageQuery: (page: number) => object;
  readonly idOf: (item: Item) => Id;
  readonly onError: (error: unknown) => void;
}

/** A list of any length over pages that are fetched when they become visible; the first page is passed in. */
export const createPagedList = <Item, Id>(options: PagedListOptions<Item, Id>) => {
  const { client, pageItems, pageQuery, idOf, onError } = options;
  const listeners = new Set<() => void>();
  let first: FirstPage<Item> | undefined;
  let others: ReadonlyMap<number, readonly Item[]> = new Map();
  let inSight: readonly number[] = [];
  let observer: ReturnType<typeof observePages<Item>> | undefined;
  const itemsOf = (page: number) => (page === 0 ? first?.items : others.get(page));
  const show = (): void => {
    for (const listener of listeners) listener();
  };
  const onItems = (items: typeof others): void => {
    others = items;
    show();
  };
  /** Restarts after a stop, because React may mount a component twice. */
  const want = (): void => {
    observer ??= observePages<Item>(client, { pageQuery, onItems, onError });
    observer.want(inSight, Math.ceil((first?.total ?? 0) / pageItems) - 1);
  };
  const holds = createPageHolds(pageItems, (seen) => {
    inSight = seen;
    want();
  });
  const items: PagedItems<Item, Id> = {
    itemAt: (index) => itemsOf(Math.floor(index / pageItems))?.[index % pageItems],
    indexOf: (id) => {
      for (const page of [0, ...others.keys()]) {
        const place = itemsOf(page)?.findIndex((item) => idOf(item) === id) ?? -1;
        if (place >= 0) return page * pageItems + place;
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
    items,
    want,
    showFirst: (page: FirstPage<Item>): void => {
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
