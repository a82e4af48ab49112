const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

const channelsOf = (colour: string): readonly number[] =>
  (HEX.exec(colour.trim()) ?? []).slice(1).map((pair) => Number.parseInt(pair, 16));

/** Mixes two theme colours: the first at 0, the second at 1. */
export const mixColours = (from: string, to: string, share: number): string => {
  const [left, right] = [channelsOf(from), channelsOf(to)];
  if (left.length !== 3 || right.length !== 3) return to;
  const mixed = left.map((channel, place) => Math.round(channel + ((right[place] ?? 0) - channel) * share));
  return `rgb(${mixed.join(" ")})`;
};

/** The value of a theme variable at the element. */
export const themeColour = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(`--ds-${name}`).trim();
