import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { shareWidth } from "./share-width.ts";

interface MeasuredColumn {
  readonly key: string;
  readonly widthPx: number;
}

/** A column is widened up to this for its text; longer texts stay cut. */
const MAX_NEED_PX = 640;

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth && element.clientWidth > 0;

/** How wide a cell would have to be to show its text whole; undefined when nothing in it is cut. */
const needOf = (cell: Element): number | undefined => {
  let excessPx = 0;
  for (const element of [cell, ...cell.querySelectorAll("*")])
    if (isCut(element)) excessPx = Math.max(excessPx, element.scrollWidth - element.clientWidth);
  return excessPx === 0 ? undefined : Math.min(MAX_NEED_PX, Math.ceil(cell.getBoundingClientRect().width + excessPx));
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
      const wanted = columns.map(({ key }) => needs.current.get(key));
      const next = shareWidth(minima, wanted, box.clientWidth);
      setWidths((before) => (before.join() === next.join() ? before : next));
    };
    for (const row of box.querySelectorAll("tr"))
      for (const [at, cell] of [...row.children].entries()) {
        const key = columns[at]?.key ?? "";
        needs.current.set(key, Math.max(needs.current.get(key) ?? 0, needOf(cell) ?? 0));
      }
    share();
    const observer = new ResizeObserver(share);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, keys, rows]);

  return widths.length === minima.length ? widths : minima;
};
