import type { Colour } from "./colour.ts";

/** A picture with straight alpha, as ffmpeg reads it: red, green, blue and alpha of each pixel. */
export interface Layer {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** Even, because the colours of yuv420p are stored for two by two pixels. */
export const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

export const createLayer = (width: number, height: number): Layer => ({
  width: even(width),
  height: even(height),
  pixels: new Uint8ClampedArray(even(width) * even(height) * 4),
});

export const setPixel = ({ width, pixels }: Layer, x: number, y: number, colour: Colour, alpha: number): void => {
  const at = (y * width + x) * 4;
  pixels[at] = colour[0];
  pixels[at + 1] = colour[1];
  pixels[at + 2] = colour[2];
  pixels[at + 3] = alpha * 255;
};

/** Draws over what is there. */
export const blendPixel = (layer: Layer, x: number, y: number, colour: Colour, cover: number): void => {
  const at = (y * layer.width + x) * 4;
  const { pixels } = layer;
  const under = (pixels[at + 3] ?? 0) / 255;
  const alpha = cover + under * (1 - cover);
  if (alpha <= 0) return;
  for (let part = 0; part < 3; part += 1) {
    const before = pixels[at + part] ?? 0;
    pixels[at + part] = ((colour[part] ?? 0) * cover + before * under * (1 - cover)) / alpha;
  }
  pixels[at + 3] = alpha * 255;
};

export const clamp = (value: number): number => Math.max(0, Math.min(1, value));
