import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** Must match the style sheet: needed to reserve space for rows that are not rendered. */
export const ROW_PX = 32;
export const HEAD_PX = 196;

// A hidden grid measures as zero; assume one screen instead of rendering nothing.
const ASSUMED_RECT = { width: 1024, height: 640 };
const OVERSCAN_ROWS = 8;

export interface MatrixWindow {
  indexes: readonly number[];
  beforePx: number;
  afterPx: number;
  visibleCount: number;
  scrollTo: (index: number) => void;
}

/** Renders only the visible rows, with spacer rows before and after. */
export const useMatrixWindow = (scroller: RefObject<HTMLDivElement | null>, count: number): MatrixWindow => {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    initialRect: ASSUMED_RECT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height === 0 ? ASSUMED_RECT : rect)),
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  return {
    indexes: items.map((item) => item.index),
    beforePx: first * ROW_PX,
    afterPx: Math.max(0, count - 1 - last) * ROW_PX,
    visibleCount: Math.max(1, Math.floor(((virtualizer.scrollRect?.height ?? ASSUMED_RECT.height) - HEAD_PX) / ROW_PX)),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
};
