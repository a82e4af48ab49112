import { CHART_COLOURS, seriesStyle } from "../../../ui/chart/series-style.ts";

export type Paints = ReadonlyMap<string, string>;

/**
 * Each model in its own colour, the one it has on every chart. Bars have no dash or symbol to tell two of one colour
 * apart, so where names meet the later one of the alphabet takes the next colour that is free.
 */
export const paintsOf = (models: readonly string[]): Paints => {
  const taken = new Set<string>();
  const paints = new Map<string, string>();
  for (const model of models.toSorted()) {
    const own = CHART_COLOURS.indexOf(seriesStyle(model).colour);
    const order = [...CHART_COLOURS.slice(own), ...CHART_COLOURS.slice(0, own)];
    const colour = order.find((each) => !taken.has(each)) ?? order[0];
    if (colour === undefined) continue;
    taken.add(colour);
    paints.set(model, `var(--ds-${colour})`);
  }
  return paints;
};
