import { observeElementRect, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

export interface TileSizes {
  readonly minWidthPx: number;
  readonly gapPx: number;
  /** Horizontal padding and border of a tile, both sides together. */
  readonly insetPx: number;
  /** The height below the image, and the tile's own vertical padding. */
  readonly captionPx: number;
}

const PADDING_PX = 12;
const OVERSCAN_ROWS = 2;
const ASSUMED_RECT = { width: 1024, height: 640 };

interface Layout {
  readonly columns: number;
  readonly rowPx: number;
}

export const layoutOf = (widthPx: number, { minWidthPx, gapPx, insetPx, captionPx }: TileSizes): Layout => {
  const innerPx = Math.max(minWidthPx, widthPx - 2 * PADDING_PX);
  const columns = Math.max(1, Math.floor((innerPx + gapPx) / (minWidthPx + gapPx)));
  const tilePx = (innerPx - gapPx * (columns - 1)) / columns;
  return { columns, rowPx: Math.round((tilePx - insetPx) * (9 / 16)) + captionPx + gapPx };
};

/** The row with the active tile stays in the DOM, because the grid's `aria-activedescendant` refers to it. */
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
  sizes: TileSizes;
  /** The index of the active tile; −1 for none. */
  active?: number;
}

/** Which rows of tiles are rendered, and the number of tiles per row at this width. */
export const useTileRows = ({ scroller, count, sizes, active = -1 }: TileRowsOptions) => {
  const [widthPx, setWidthPx] = useState(ASSUMED_RECT.width);
  const { columns, rowPx } = layoutOf(widthPx, sizes);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height invalidates every known offset.
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
