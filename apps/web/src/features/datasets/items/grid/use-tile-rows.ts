import { observeElementRect, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** The least width of a tile, from the densest to the largest. */
const TILE_PX = [120, 160, 208, 280, 400] as const;
const GAP_PX = 10;
const PADDING_PX = 12;
/** Words and facts below the picture, and the tile's own padding. */
const WORDS_PX = 56;
const TILE_PADDING_PX = 12;
const OVERSCAN_ROWS = 2;
const ASSUMED_RECT = { width: 1024, height: 640 };

interface Layout {
  readonly columns: number;
  readonly rowPx: number;
}

export const layoutOf = (widthPx: number, density: number): Layout => {
  const least = TILE_PX[density - 1] ?? TILE_PX[2];
  const innerPx = Math.max(least, widthPx - 2 * PADDING_PX);
  const columns = Math.max(1, Math.floor((innerPx + GAP_PX) / (least + GAP_PX)));
  const tilePx = (innerPx - GAP_PX * (columns - 1)) / columns;
  return { columns, rowPx: Math.round((tilePx - TILE_PADDING_PX - 2) * (9 / 16)) + WORDS_PX + GAP_PX };
};

const withActive = ({ startIndex, endIndex, count }: Range, activeRow: number): number[] => {
  const first = Math.max(0, startIndex - OVERSCAN_ROWS);
  const last = Math.min(count - 1, endIndex + OVERSCAN_ROWS);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (activeRow < 0 || activeRow >= count || rows.includes(activeRow)) return rows;
  return [...rows, activeRow].sort((a, b) => a - b);
};

interface TileRowsOptions {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  active: number;
  density: number;
}

/** Which rows of tiles stand in the document, and how many tiles a row takes at this width and density. */
export const useTileRows = ({ scroller, count, active, density }: TileRowsOptions) => {
  const [widthPx, setWidthPx] = useState(ASSUMED_RECT.width);
  const { columns, rowPx } = layoutOf(widthPx, density);
  const activeRow = active < 0 ? -1 : Math.floor(active / columns);
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 0,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    initialRect: ASSUMED_RECT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        const shown = rect.height === 0 ? ASSUMED_RECT : rect;
        setWidthPx(shown.width);
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
    firstInSight: (virtualizer.range?.startIndex ?? 0) * columns,
    pageRows: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? ASSUMED_RECT.height) / rowPx)),
    scrollTo: (index: number, align: "auto" | "start" = "auto") =>
      virtualizer.scrollToIndex(Math.floor(index / columns), { align }),
  };
};
