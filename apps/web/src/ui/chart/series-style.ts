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
/** Dash and gap lengths in pixels. */
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
  // The low bits of the plain hash depend too much on the last letter, in which model names often differ.
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
};

const pick = <Items extends readonly [unknown, ...unknown[]]>(items: Items, number: number): Items[number] =>
  items[number % items.length] ?? items[0];

/**
 * The style of a series depends only on its name, so a model keeps it on every chart. Eight colours repeat among many names;
 * the dash and the symbol then distinguish them.
 */
export const seriesStyle = (name: string): SeriesStyle => {
  const number = hash(name);
  return {
    colour: pick(CHART_COLOURS, number),
    dash: pick(DASHES, number >>> 8),
    symbol: pick(SYMBOLS, number >>> 16),
  };
};
