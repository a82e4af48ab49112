import type { FavoriteItem } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import { WALL_PAGE } from "../content-address.ts";
import type { FavoriteWall } from "../wall/use-favorite-wall.ts";

export interface OpenFavorite {
  /** Undefined if it is not on this page of the wall. */
  item: FavoriteItem | undefined;
  /** One-based across all pages; undefined if the filters now hide it. */
  position: number | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Keeps the decided item: a refetched list may already exclude it before it was rendered. */
  remember: (item: FavoriteItem) => void;
  close: () => void;
}

interface Known {
  item: FavoriteItem;
  index: number;
}

const findIn = (items: readonly FavoriteItem[], id: string | null): Known | undefined => {
  const index = items.findIndex((item) => item.id === id);
  const item = items[index];
  return item && { item, index };
};

/** The neighbours of an item. For an item that left the list, such as one just decided, the next one moved to its index. */
const neighboursOf = (items: readonly FavoriteItem[], index: number, isListed: boolean) => ({
  before: items[index - 1],
  after: items[isListed ? index + 1 : index],
});

/** The favourite in the URL and navigation to its neighbours, across page boundaries. */
export const useOpenFavorite = (wall: FavoriteWall): OpenFavorite => {
  const [params, setParams] = useSearchParams();
  const id = params.get("favorite");
  const known = useRef<Known>(undefined);
  const listed = findIn(wall.items, id);
  if (listed) known.current = listed;
  const open = known.current?.item.id === id ? known.current : undefined;

  const show = (favorite: string | undefined, page = wall.page): void => {
    const next = new URLSearchParams(params);
    if (favorite === undefined) next.delete("favorite");
    else next.set("favorite", favorite);
    if (page === 1) next.delete("page");
    else next.set("page", String(page));
    // Flush synchronously, so that two quick arrow presses move two steps. Only opening and closing add a history entry.
    setParams(next, { replace: favorite !== undefined, flushSync: true });
  };
  const turn = useMutation({
    mutationFn: async (page: number) => ({ page, items: await wall.readPage(page) }),
    onSuccess: ({ page, items }) => {
      const entered = page > wall.page ? items[0] : items.at(-1);
      if (entered) show(entered.id, page);
    },
  });
  const step = (neighbour: FavoriteItem | undefined, page: number, hasPage: boolean): (() => void) | undefined => {
    if (neighbour) return () => show(neighbour.id);
    return hasPage && !turn.isPending ? () => turn.mutate(page) : undefined;
  };
  const { before, after } = neighboursOf(wall.items, open?.index ?? -1, listed !== undefined);
  return {
    item: open?.item,
    position: listed && (wall.page - 1) * WALL_PAGE + listed.index + 1,
    onPrevious: open && step(before, wall.page - 1, wall.page > 1),
    onNext: open && step(after, wall.page + 1, wall.hasNext),
    remember: (item) => {
      if (known.current?.item.id === item.id) known.current = { ...known.current, item };
    },
    close: () => show(undefined),
  };
};
