import type { PaletteName } from "../theme.ts";

export const CHART_COLOURS = [
  "chart-1",
  "chart-2",
  "chart-3",
  "chart-4",
  "chart-5",
  "chart-6",
  "chart-7",
  "chart-8",
] as const satisfies readonly PaletteName[];
/** Lengths of stroke and gap in pixels. */
const DASHES = ["solid", [8, 4], [14, 3, 3, 3]] as const;
const SYMBOLS = ["circle", "rect", "triangle", "diamond"] as const;

export interface SeriesStyle {
  colour: (typeof CHART_COLOURS)[number];
  dash: (typeof DASHES)[number];
  symbol: (typeof SYMBOLS)[number];
}

const hash = (name: string): number => {
  let value = 0x811c9dc5;
  for (const letter of name) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The low bits of the plain hash follow the last letter too closely, and names of models differ in their last letter.
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
};

const pick = <Items extends readonly [unknown, ...unknown[]]>(items: Items, number: number): Items[number] =>
  items[number % items.length] ?? items[0];

/**
 * The look of a series follows from its name alone, so a model keeps it on every chart, in every visit.
 * Eight colours meet again among many names; the dash and the symbol then tell the two apart.
 */
export const seriesStyle = (name: string): SeriesStyle => {
  const number = hash(name);
  return {
    colour: pick(CHART_COLOURS, number),
    dash: pick(DASHES, number >>> 8),
    symbol: pick(SYMBOLS, number >>> 16),
  };
};
