import {
  observeElementRect,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { CellAddress, GridSize } from "../cell-address.ts";

/** The cursor's row may be rendered far from the others. */
const isApart = (items: readonly VirtualItem[], at: number): boolean => {
  const beside = items[at === 0 ? 1 : at - 1];
  const own = items[at];
  return beside !== undefined && own !== undefined && Math.abs(beside.index - own.index) > 1;
};

/**
 * Keys that name a slot in the DOM instead of its content: elements that scroll out are reused for those that scroll in,
 * because creating elements is most of the cost of scrolling.
 */
export const useRecycledKeys = (items: readonly VirtualItem[]): string[] => {
  const most = useRef(1);
  most.current = Math.max(most.current, items.length);
  const isEdge = (at: number): boolean => at === 0 || at === items.length - 1;
  return items.map(({ index }, at) => (isEdge(at) && isApart(items, at) ? "apart" : `${index % most.current}`));
};

/** Must match the style sheet: needed to position cells that are not rendered. */
const HEAD_PX = 64;
const CELL_WIDTH_PX = 220;
const CELL_HEIGHT_PX = 164;
const PROMPT_PX = 264;
const NARROW_PROMPT_PX = 184;
const NARROW_BELOW_PX = 820;

const OVERSCAN_ROWS = 2;
const OVERSCAN_COLUMNS = 1;
// A hidden grid measures as zero; assume one screen instead of rendering nothing.
const ASSUMED_RECT = { width: 1024, height: 640 };

interface Rect {
  width: number;
  height: number;
}

const observeOrAssume = (instance: Virtualizer<HTMLDivElement, Element>, report: (rect: Rect) => void) =>
  observeElementRect(instance, (rect) => report(rect.height === 0 ? ASSUMED_RECT : rect));

/** The visible indexes plus overscan, and the cursor's, which aria-activedescendant needs in the DOM. */
const around = ({ startIndex, endIndex, count }: Range, overscan: number, active: number): number[] => {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (active < 0 || active >= count || (active >= first && active <= last)) return shown;
  return active < first ? [active, ...shown] : [...shown, active];
};

/** Which rows and columns are rendered. */
export const useGridWindow = (
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: GridSize,
  cursor: CellAddress | undefined,
  /** Width covered by a panel on the right. */
  coveredPx: number,
) => {
  const promptPx = usePromptWidth(scroller);
  const activeRow = cursor?.row ?? -1;
  const activeCol = cursor?.col ?? -1;
  const shared = {
    getScrollElement: () => scroller.current,
    initialRect: ASSUMED_RECT,
    overscan: 0,
    // Both axes receive each scroll event; batching them avoids a forced layout in between.
    useFlushSync: false,
  };
  const vertical = useVirtualizer({
    ...shared,
    count: rows,
    estimateSize: () => CELL_HEIGHT_PX,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    observeElementRect: observeOrAssume,
    rangeExtractor: useCallback((range: Range) => around(range, OVERSCAN_ROWS, activeRow), [activeRow]),
  });
  const horizontal = useVirtualizer({
    ...shared,
    horizontal: true,
    count: columns,
    estimateSize: () => CELL_WIDTH_PX,
    paddingStart: promptPx,
    scrollPaddingStart: promptPx,
    paddingEnd: coveredPx,
    scrollPaddingEnd: coveredPx,
    observeElementRect: observeOrAssume,
    rangeExtractor: useCallback((range: Range) => around(range, OVERSCAN_COLUMNS, activeCol), [activeCol]),
  });
  const heightPx = vertical.scrollRect?.height ?? ASSUMED_RECT.height;
  return {
    promptPx,
    rows: vertical.getVirtualItems(),
    columns: horizontal.getVirtualItems(),
    heightPx: vertical.getTotalSize(),
    widthPx: horizontal.getTotalSize(),
    pageRows: Math.max(1, Math.floor((heightPx - HEAD_PX) / CELL_HEIGHT_PX)),
    range: vertical.range,
    scrollTo: ({ row, col }: CellAddress): void => {
      vertical.scrollToIndex(row, { align: "auto" });
      horizontal.scrollToIndex(col, { align: "auto" });
    },
  };
};

/** A narrow grid uses a narrower prompt column to leave room for the clips. */
const usePromptWidth = (scroller: RefObject<HTMLDivElement | null>): number => {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => setIsNarrow(element.clientWidth > 0 && element.clientWidth < NARROW_BELOW_PX);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);
  return isNarrow ? NARROW_PROMPT_PX : PROMPT_PX;
};
