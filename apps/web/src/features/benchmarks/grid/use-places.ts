import type { VirtualItem } from "@tanstack/react-virtual";
import { useRef } from "react";

/** The one with the cursor may be kept far from the others. */
const isApart = (items: readonly VirtualItem[], at: number): boolean => {
  const beside = items[at === 0 ? 1 : at - 1];
  const own = items[at];
  return beside !== undefined && own !== undefined && Math.abs(beside.index - own.index) > 1;
};

/**
 * A name for each place in the document, not for what it shows: what scrolls out of sight gives its elements to what comes
 * in, since making new ones is most of what scrolling costs.
 */
export const usePlaces = (items: readonly VirtualItem[]): string[] => {
  const most = useRef(1);
  most.current = Math.max(most.current, items.length);
  const isEdge = (at: number): boolean => at === 0 || at === items.length - 1;
  return items.map(({ index }, at) => (isEdge(at) && isApart(items, at) ? "apart" : `${index % most.current}`));
};
