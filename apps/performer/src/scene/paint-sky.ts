import type { Scene } from "./choose-scene.ts";
import { type Colour, hsl, mix } from "./colour.ts";
import { clamp, createLayer, type Layer, setPixel } from "./layer.ts";

/** Where the sky meets the land, as a share of the height. */
export const HORIZON = 0.58;

export interface Palette {
  readonly zenith: Colour;
  readonly horizon: Colour;
  readonly sun: Colour;
  readonly far: Colour;
  readonly near: Colour;
  readonly ground: Colour;
}

export const paletteOf = ({ light, land, hue }: Scene): Palette => {
  const drift = (hue - 0.5) * 0.08;
  const water: Colour = hsl(0.55 + drift, 0.45, light === "night" ? 0.14 : 0.36);
  const earth = (lightness: number): Colour => hsl(0.22 + (hue - 0.5) * 0.25, 0.32, lightness);
  const low = (lightness: number): Colour => (land === "sea" ? water : earth(lightness));
  switch (light) {
    case "day":
      return {
        zenith: hsl(0.58 + drift, 0.62, 0.5),
        horizon: hsl(0.55 + drift, 0.5, 0.84),
        sun: [255, 250, 226],
        far: hsl(0.56 + drift, 0.24, 0.62),
        near: earth(0.24),
        ground: low(0.46),
      };
    case "dusk":
      return {
        zenith: hsl(0.68 + drift, 0.4, 0.3),
        horizon: hsl(0.06 + drift, 0.85, 0.66),
        sun: [255, 214, 150],
        far: hsl(0.86 + drift, 0.26, 0.4),
        near: hsl(0.75 + drift, 0.3, 0.13),
        ground: mix(low(0.3), hsl(0.05, 0.6, 0.4), 0.35),
      };
    case "night":
      return {
        zenith: hsl(0.64 + drift, 0.6, 0.07),
        horizon: hsl(0.66 + drift, 0.45, 0.24),
        sun: [224, 232, 250],
        far: hsl(0.65 + drift, 0.34, 0.2),
        near: hsl(0.66 + drift, 0.4, 0.06),
        ground: mix(low(0.16), hsl(0.64, 0.4, 0.12), 0.5),
      };
    case "snow":
      return {
        zenith: hsl(0.58 + drift, 0.3, 0.62),
        horizon: hsl(0.57 + drift, 0.28, 0.9),
        sun: [255, 248, 236],
        far: hsl(0.58 + drift, 0.2, 0.74),
        near: hsl(0.58 + drift, 0.18, 0.4),
        ground: land === "sea" ? water : hsl(0.58 + drift, 0.22, 0.9),
      };
  }
};

/** How much of the light's colour reaches a point of the sky. */
const glowInSky = (distance: number, radius: number): number =>
  clamp(Math.max(clamp(radius - distance + 0.5), 0.55 / (1 + (distance / radius) ** 2 * 0.35)));

/** The sky with its light, and the ground or the sea below it with a reflection of that light. */
export const paintSky = (scene: Scene, palette: Palette, size: { width: number; height: number }): Layer => {
  const layer = createLayer(size.width, size.height);
  const horizonY = Math.floor(layer.height * HORIZON);
  const sun = { x: layer.width * scene.sun.x, y: layer.height * scene.sun.y };
  const radius = layer.height * (scene.light === "night" ? 0.06 : 0.085);
  for (let y = 0; y < horizonY; y += 1) {
    const row = mix(palette.zenith, palette.horizon, (y / horizonY) ** 2);
    for (let x = 0; x < layer.width; x += 1) {
      setPixel(layer, x, y, mix(row, palette.sun, glowInSky(Math.hypot(x - sun.x, y - sun.y), radius)), 1);
    }
  }
  paintGround(scene, palette, layer, { horizonY, sunX: sun.x, radius });
  if (scene.light === "night") sprinkleStars(scene, layer, horizonY);
  return layer;
};

const paintGround = (
  scene: Scene,
  palette: Palette,
  layer: Layer,
  { horizonY, sunX, radius }: { horizonY: number; sunX: number; radius: number },
): void => {
  const isWet = scene.land === "sea" || scene.light === "night";
  for (let y = horizonY; y < layer.height; y += 1) {
    const depth = (y - horizonY) / (layer.height - horizonY);
    const row = mix(mix(palette.horizon, palette.ground, 0.55), palette.ground, Math.sqrt(depth));
    const wave = Math.sin(y * y * 0.004 + y * 0.9) * 0.5 + 0.5;
    const spread = radius * (0.7 + 2.2 * depth);
    for (let x = 0; x < layer.width; x += 1) {
      const aside = (x - sunX) / spread;
      const glow = isWet ? (0.5 * wave) / (1 + aside * aside) : 0.12 / (1 + aside * aside * 0.1);
      setPixel(layer, x, y, mix(row, palette.sun, glow), 1);
    }
  }
};

const sprinkleStars = ({ chance }: Scene, layer: Layer, horizonY: number): void => {
  for (let star = 0; star < 70; star += 1) {
    const [x, y] = [Math.floor(chance() * layer.width), Math.floor(chance() * horizonY * 0.8)];
    const shine = 130 + chance() * 120;
    setPixel(layer, x, y, [shine, shine, Math.min(255, shine + 20)], 1);
  }
};
