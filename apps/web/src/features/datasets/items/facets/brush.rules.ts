import type { NumberRange } from "../filter/predicate-parts.ts";

/** A range of whole bars by edge index: 0 to the number of bars. */
export interface BrushSpan {
  readonly from: number;
  readonly to: number;
}

/** The position of a value among the edges, in fractional bars. */
export const placeAmong = (edges: readonly number[], value: number): number => {
  const last = edges.length - 1;
  for (let bar = 0; bar < last; bar += 1) {
    const [low = 0, high = 0] = [edges[bar], edges[bar + 1]];
    if (value < low) return bar;
    if (value < high) return bar + (high > low ? (value - low) / (high - low) : 0);
  }
  return Math.max(0, last);
};

/** The part of the axis a filter selects; undefined if it selects all of it. */
export const spanOf = (edges: readonly number[], range: NumberRange | undefined): BrushSpan | undefined => {
  if (range === undefined) return undefined;
  const last = Math.max(0, edges.length - 1);
  return {
    from: range.from === undefined ? 0 : placeAmong(edges, range.from),
    to: range.to === undefined ? last : placeAmong(edges, range.to),
  };
};

/** Selecting all bars is no filter; ranges touching the first or last bar are open-ended. */
export const rangeOfSpan = (edges: readonly number[], { from, to }: BrushSpan): NumberRange | undefined => {
  const last = edges.length - 1;
  if (from <= 0 && to >= last) return undefined;
  return {
    from: from <= 0 ? undefined : edges[from],
    to: to >= last ? undefined : edges[to],
    includesTo: false,
  };
};

/** The bars between two positions, inclusive. */
export const spanBetween = (bars: number, one: number, other: number): BrushSpan => {
  const inside = (bar: number): number => Math.min(bars - 1, Math.max(0, bar));
  return { from: inside(Math.min(one, other)), to: inside(Math.max(one, other)) + 1 };
};

/** Moves one end by whole bars; it never passes the other. */
export const moveEnd = (span: BrushSpan, end: "from" | "to", to: number, bars: number): BrushSpan =>
  end === "from"
    ? { ...span, from: Math.min(Math.max(0, to), Math.ceil(span.to) - 1) }
    : { ...span, to: Math.max(Math.min(bars, to), Math.floor(span.from) + 1) };
