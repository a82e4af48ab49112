import { observeElementRect, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect } from "react";
import { TABLE_HEIGHTS_PX } from "../theme.ts";
import type { Density } from "./use-table-preferences.ts";

export interface RowWindow {
  /** The rows to render, in order; there may be gaps. */
  indexes: readonly number[];
  firstVisible: number;
  visibleCount: number;
  scrollTo: (index: number) => void;
}

const OVERSCAN_ROWS = 6;
const BLOCK_ROWS = 4;
// A hidden table measures as zero; assume one screen instead of rendering nothing.
const ASSUMED_RECT = { width: 1024, height: 640 };

/** Rows are added and removed in blocks, so that most frames of a scroll change nothing in the DOM. */
const inBlocks = ({ startIndex, endIndex, count }: Range): number[] => {
  const first = Math.floor(Math.max(0, startIndex - OVERSCAN_ROWS) / BLOCK_ROWS) * BLOCK_ROWS;
  const end = Math.min(count, Math.ceil((endIndex + 1 + OVERSCAN_ROWS) / BLOCK_ROWS) * BLOCK_ROWS);
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
};

const withActive = (range: Range, activeIndex: number): number[] => {
  const indexes = inBlocks(range);
  if (activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex)) return indexes;
  return [...indexes, activeIndex].sort((a, b) => a - b);
};

/** Which rows are rendered. The active one always is, because aria-activedescendant refers to it. */
export const useRowWindow = (
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  density: Density,
  activeIndex: number,
): RowWindow => {
  const rowPx = TABLE_HEIGHTS_PX[density];
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 0,
    scrollMargin: TABLE_HEIGHTS_PX.head,
    scrollPaddingStart: TABLE_HEIGHTS_PX.head,
    initialRect: ASSUMED_RECT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height === 0 ? ASSUMED_RECT : rect)),
    rangeExtractor: useCallback((range: Range) => withActive(range, activeIndex), [activeIndex]),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height invalidates every known offset.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);

  return {
    indexes: virtualizer.getVirtualIndexes(),
    firstVisible: virtualizer.range?.startIndex ?? 0,
    visibleCount: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? ASSUMED_RECT.height) / rowPx) - 1),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
};
