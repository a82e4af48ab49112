import { useEffect, useId, useRef, useState } from "react";
import { type TileSizes, useTileRows } from "./use-tile-rows.ts";

interface TileGridOptions<Key> {
  count: number;
  sizes: TileSizes;
  /** The item open next to the grid. The grid scrolls to a neighbour opened there. */
  open: Key | undefined;
  list: { indexOf: (key: Key) => number | undefined };
}

/** The state of a tile grid: the rendered tiles and the active one. */
export const useTileGrid = <Key>({ count, sizes, open, list }: TileGridOptions<Key>) => {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const rows = useTileRows({ scroller, count, sizes, active });
  const goTo = (index: number): void => {
    setActive(index);
    rows.scrollTo(index);
  };
  const follow = useRef(goTo);
  follow.current = goTo;
  useEffect(() => {
    const index = open === undefined ? undefined : list.indexOf(open);
    if (index !== undefined) follow.current(index);
  }, [open, list]);
  return { ...rows, id, scroller, count, active, goTo, gapPx: sizes.gapPx };
};

export type TileGridState = ReturnType<typeof useTileGrid>;

/** The tile an event occurred on. */
export const tileIndexOf = (target: EventTarget): number | undefined => {
  const index = target instanceof Element && target.closest<HTMLElement>("[data-index]")?.dataset.index;
  return index ? Number(index) : undefined;
};

/** The tile a key moves to; undefined for other keys. */
export const tileAfterKey = (
  key: string,
  { active, columns, pageRows, count }: Pick<TileGridState, "active" | "columns" | "pageRows" | "count">,
): number | undefined => {
  const steps: Record<string, number> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    j: active + columns,
    ArrowUp: active - columns,
    k: active - columns,
    PageDown: active + columns * pageRows,
    PageUp: active - columns * pageRows,
    Home: 0,
    End: count - 1,
  };
  const index = steps[key];
  return index === undefined ? undefined : Math.min(count - 1, Math.max(0, index));
};
