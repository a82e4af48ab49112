type Rgb = readonly [number, number, number];

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const linear = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

const luminance = (hex: string): number => {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2 contrast ratio of two `#rrggbb` colours. */
export const contrastRatio = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

// Machado, Oliveira and Fernandes 2009, severity 1.
const VISIONS: readonly (readonly [Rgb, Rgb, Rgb])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

const dot = (row: Rgb, colour: Rgb): number =>
  Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]));

const curve = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);

const lab = (colour: Rgb): Rgb => {
  const x = curve(dot([0.4339, 0.3763, 0.1899], colour));
  const y = curve(dot([0.2126, 0.7152, 0.0722], colour));
  const z = curve(dot([0.0177, 0.1095, 0.873], colour));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const distance = (one: Rgb, other: Rgb): number => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** The smallest CIELAB distance of two colours as seen with normal, protanope and deuteranope vision. */
export const seenDistance = (one: string, other: string): number =>
  Math.min(
    ...VISIONS.map(([r, g, b]) => {
      const seen = (hex: string): Rgb => {
        const colour = linear(hex);
        return [dot(r, colour), dot(g, colour), dot(b, colour)];
      };
      return distance(lab(seen(one)), lab(seen(other)));
    }),
  );
