import type { Chance } from "./chance.ts";
import type { Land } from "./choose-scene.ts";
import { type Colour, mix } from "./colour.ts";
import { clamp, createLayer, type Layer, setPixel } from "./layer.ts";

export interface RidgeOptions {
  readonly land: Land;
  readonly width: number;
  readonly height: number;
  readonly colour: Colour;
  /** The colour of the lit edge, and of windows in a city. */
  readonly lit: Colour;
  readonly hasWindows: boolean;
  /** Trees on hills, masts at sea. */
  readonly hasDetail: boolean;
}

/** The upper edge for each x, as a share of the height from the top. */
type Outline = (x: number) => number;

const rollingHills = (chance: Chance, width: number, hasTrees: boolean): Outline => {
  const waves = [1, 2.3, 4.9, 9.7].map((turns) => ({ turns, phase: chance() * 6.283, reach: 1 / turns }));
  const trees = Array.from({ length: hasTrees ? 26 : 0 }, () => ({
    x: chance() * width,
    half: width * (0.006 + chance() * 0.008),
    reach: 0.16 + chance() * 0.2,
  }));
  return (x) => {
    const angle = (x / width) * 6.283;
    let hill = 0;
    for (const { turns, phase, reach } of waves) hill += Math.sin(angle * turns + phase) * reach;
    let top = 0.6 - hill * 0.16;
    for (const tree of trees) {
      const aside = Math.abs(x - tree.x) / tree.half;
      if (aside < 1) top = Math.min(top, 0.63 - hill * 0.16 - tree.reach * (1 - aside));
    }
    return top;
  };
};

const skyline = (chance: Chance, width: number): Outline => {
  const count = 22;
  const tops = Array.from({ length: count }, () => 0.06 + chance() * 0.62);
  return (x) => tops[Math.min(count - 1, Math.floor((x / width) * count))] ?? 0.5;
};

const outlineOf = (chance: Chance, { land, width, hasDetail }: RidgeOptions): Outline =>
  land === "city" ? skyline(chance, width) : rollingHills(chance, width, hasDetail && land === "hills");

/** A window every few pixels, some of them lit. */
const isWindow = (x: number, y: number, unit: number): boolean => {
  if (x % unit < unit * 0.4 || y % unit < unit * 0.45) return false;
  const [column, floor] = [Math.floor(x / unit), Math.floor(y / unit)];
  return (Math.imul(column * 73 + 11, floor * 37 + 5) >>> 3) % 5 < 2;
};

/** A strip of land or houses with a lit edge, transparent above. */
export const paintRidge = (chance: Chance, options: RidgeOptions): Layer => {
  const layer = createLayer(options.width, options.height);
  const { width, height } = layer;
  const outline = outlineOf(chance, options);
  const edge = Math.max(2, height * 0.06);
  const unit = Math.max(4, Math.round(height / 14));
  const foot = mix(options.colour, options.lit, 0.12);
  for (let x = 0; x < width; x += 1) {
    const top = outline(x) * height;
    for (let y = Math.max(0, Math.floor(top)); y < height; y += 1) {
      const below = y - top;
      const body = mix(options.colour, foot, below / height);
      const rim = mix(body, options.lit, 0.45 * clamp(1 - below / edge));
      const isLit = options.hasWindows && below > unit * 0.6 && isWindow(x, y, unit);
      setPixel(layer, x, y, isLit ? mix(rim, options.lit, 0.75) : rim, clamp(below + 0.5));
    }
  }
  return layer;
};
