import { observeElementRect, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

const MIN_TILE_PX = 208;
const GAP_PX = 12;
const PADDING_PX = 12;
/** Name and facts below the picture, and the tile's own padding. */
const WORDS_PX = 62;
const OVERSCAN_ROWS = 2;
const ASSUMED_RECT = { width: 1024, height: 640 };

interface Layout {
  columns: number;
  rowPx: number;
}

export const layoutOf = (widthPx: number): Layout => {
  const innerPx = Math.max(MIN_TILE_PX, widthPx - 2 * PADDING_PX);
  const columns = Math.max(1, Math.floor((innerPx + GAP_PX) / (MIN_TILE_PX + GAP_PX)));
  const tilePx = (innerPx - GAP_PX * (columns - 1)) / columns;
  return { columns, rowPx: Math.round((tilePx - 16) * (9 / 16)) + WORDS_PX + GAP_PX };
};

const withActive = ({ startIndex, endIndex, count }: Range, activeRow: number): number[] => {
  const first = Math.max(0, startIndex - OVERSCAN_ROWS);
  const last = Math.min(count - 1, endIndex + OVERSCAN_ROWS);
  const rows = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (activeRow < 0 || activeRow >= count || rows.includes(activeRow)) return rows;
  return [...rows, activeRow].sort((a, b) => a - b);
};

/** Which rows of tiles stand in the document, and how many tiles a row takes at this width. */
export const useTileRows = (scroller: RefObject<HTMLDivElement | null>, total: number, active: number) => {
  const [{ columns, rowPx }, setLayout] = useState(() => layoutOf(ASSUMED_RECT.width));
  const activeRow = active < 0 ? -1 : Math.floor(active / columns);
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 0,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    initialRect: ASSUMED_RECT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        const shown = rect.height === 0 ? ASSUMED_RECT : rect;
        setLayout((now) => {
          const next = layoutOf(shown.width);
          return next.columns === now.columns && next.rowPx === now.rowPx ? now : next;
        });
        report(shown);
      }),
    rangeExtractor: useCallback((range: Range) => withActive(range, activeRow), [activeRow]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height of rows makes every known offset wrong.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return {
    columns,
    rows: virtualizer.getVirtualItems(),
    heightPx: virtualizer.getTotalSize(),
    pageRows: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? ASSUMED_RECT.height) / rowPx)),
    scrollTo: (index: number) => virtualizer.scrollToIndex(Math.floor(index / columns), { align: "auto" }),
  };
};
