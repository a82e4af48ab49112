import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { shareWidth } from "./share-width.ts";

interface MeasuredColumn {
  readonly key: string;
  readonly widthPx: number;
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

/**
 * The widths of the columns: spare width goes to columns whose text is cut. Needs are only ever raised, because a widened
 * column no longer shows that it was too narrow.
 */
export const useColumnWidths = (
  scroller: RefObject<HTMLElement | null>,
  columns: readonly MeasuredColumn[],
  rows: readonly unknown[],
): readonly number[] => {
  const needs = useRef(new Map<string, number>());
  const minima = columns.map(({ widthPx }) => widthPx);
  const [widths, setWidths] = useState<readonly number[]>(minima);
  const keys = columns.map(({ key }) => key).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when other rows or columns are drawn.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const share = (): void => {
      const wanted = columns.map(({ key, widthPx }) => ({ minimumPx: widthPx, needPx: needs.current.get(key) }));
      const next = shareWidth(wanted, box.clientWidth);
      box.toggleAttribute("data-is-wide", next.reduce((sum, px) => sum + px, 0) > box.clientWidth);
      setWidths((before) => (before.join() === next.join() ? before : next));
    };
    if (box.clientWidth === 0 || rows.length === 0) return undefined;
    for (const row of box.querySelectorAll("tr"))
      for (const [at, cell] of [...row.children].entries()) {
        const key = columns[at]?.key ?? "";
        needs.current.set(key, Math.max(needs.current.get(key) ?? 0, needOf(cell)));
      }
    share();
    const observer = new ResizeObserver(share);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, keys, rows]);

  return widths.length === minima.length ? widths : minima;
};
