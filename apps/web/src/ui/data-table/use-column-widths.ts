import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { shareWidth } from "./share-width.ts";

interface MeasuredColumn {
  readonly key: string;
  readonly widthPx: number;
  readonly isNumeric?: boolean;
}

/** A column is widened up to this for its text; longer texts stay cut. */
const MAX_NEED_PX = 640;

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth && element.clientWidth > 0;

/** The padding of a cell, and a little room for rounding. */
const PADDING_PX = 26;

/** How wide a cell has to be to show its text whole: more than it is when something in it is cut. */
const needOf = (cell: Element): number => {
  const cellPx = cell.getBoundingClientRect().width;
  let excessPx = 0;
  for (const element of [cell, ...cell.querySelectorAll("*")])
    if (isCut(element)) excessPx = Math.max(excessPx, element.scrollWidth - element.clientWidth);
  if (excessPx > 0) return Math.min(MAX_NEED_PX, Math.ceil(cellPx + excessPx));
  const content = document.createRange();
  content.selectNodeContents(cell);
  return Math.min(Math.ceil(content.getBoundingClientRect().width + PADDING_PX), Math.ceil(cellPx));
};

interface Need {
  readonly px: number;
  readonly isWhole: boolean;
}

/** Times and numbers, also beside other things. */
const WHOLE = "time, .ds-number";
const SKELETON = ".ds-skeleton-line";

/** Raises the needs to those of the rows that are drawn; false if some of them still wait for their content. */
const measureRows = (box: Element, columns: readonly MeasuredColumn[], needs: Map<string, Need>): boolean => {
  const rows = [...box.querySelectorAll("tr")];
  const drawn = rows.filter((row) => row.querySelector(SKELETON) === null);
  for (const row of drawn)
    for (const [at, cell] of [...row.children].entries()) {
      const { key = "", isNumeric = false } = columns[at] ?? {};
      const before = needs.get(key);
      needs.set(key, {
        px: Math.max(before?.px ?? 0, needOf(cell)),
        isWhole: isNumeric || before?.isWhole === true || cell.querySelector(WHOLE) !== null,
      });
    }
  return drawn.length === rows.length;
};

/**
 * The widths of the columns: spare width goes to columns whose text is cut. Needs are only ever raised, because a widened
 * column no longer shows that it was too narrow.
 */
export const useColumnWidths = (
  scroller: RefObject<HTMLElement | null>,
  columns: readonly MeasuredColumn[],
  rows: readonly unknown[],
): readonly number[] => {
  const needs = useRef(new Map<string, Need>());
  const minima = columns.map(({ widthPx }) => widthPx);
  const [widths, setWidths] = useState<readonly number[]>(minima);
  const keys = columns.map(({ key }) => key).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when other rows or columns are drawn.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const share = (): void => {
      const wanted = columns.map(({ key, widthPx }) => {
        const need = needs.current.get(key);
        return { minimumPx: widthPx, needPx: need?.px, isWhole: need?.isWhole };
      });
      const next = shareWidth(wanted, box.clientWidth);
      box.toggleAttribute("data-is-wide", next.reduce((sum, px) => sum + px, 0) > box.clientWidth);
      setWidths((before) => (before.join() === next.join() ? before : next));
    };
    if (box.clientWidth === 0 || rows.length === 0) return undefined;
    // Rows of a long list load one by one; once all in sight were measured, the columns stay where they are.
    const loading = new MutationObserver(() => {
      if (measureRows(box, columns, needs.current)) loading.disconnect();
      share();
    });
    if (!measureRows(box, columns, needs.current)) loading.observe(box, { childList: true, subtree: true });
    share();
    const resized = new ResizeObserver(share);
    resized.observe(box);
    return () => {
      loading.disconnect();
      resized.disconnect();
    };
  }, [scroller, keys, rows]);

  return widths.length === minima.length ? widths : minima;
};
