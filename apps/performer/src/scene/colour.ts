/** Red, green and blue, 0…255. */
export type Colour = readonly [number, number, number];

/** Hue as a fraction of a turn, saturation and lightness 0…1. */
export const hsl = (hue: number, saturation: number, lightness: number): Colour => {
  const part = (offset: number): number => {
    const angle = (offset + (hue - Math.floor(hue)) * 12) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - reach * Math.max(-1, Math.min(angle - 3, 9 - angle, 1)));
  };
  return [part(0), part(8), part(4)];
};

export const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** As ffmpeg writes colours: 0xrrggbb. */
export const toHex = (colour: Colour): string =>
  `0x${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
