import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

const MIN_CARD_PX = 280;
const GAP_PX = 12;
const PADDING_PX = 12;
/** Name, state and facts below the pictures. */
const WORDS_PX = 118;
const OVERSCAN_ROWS = 2;
const ASSUMED_RECT = { width: 1024, height: 640 };

interface Layout {
  columns: number;
  rowPx: number;
}

const layoutOf = (widthPx: number): Layout => {
  const innerPx = Math.max(MIN_CARD_PX, widthPx - 2 * PADDING_PX);
  const columns = Math.max(1, Math.floor((innerPx + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
  const cardPx = (innerPx - GAP_PX * (columns - 1)) / columns;
  return { columns, rowPx: Math.round(cardPx * (9 / 16)) + WORDS_PX + GAP_PX };
};

/** Which rows of cards stand in the document, and how many cards a row takes at this width. */
export const useCardRows = (scroller: RefObject<HTMLDivElement | null>, total: number) => {
  const [{ columns, rowPx }, setLayout] = useState(() => layoutOf(ASSUMED_RECT.width));
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
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
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height of rows makes every known offset wrong.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return { columns, rowPx, rows: virtualizer.getVirtualItems(), heightPx: virtualizer.getTotalSize() };
};
