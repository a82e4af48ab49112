import type { Scene } from "./choose-scene.ts";
import { type Colour, mix } from "./colour.ts";
import { blendPixel, clamp, createLayer, type Layer } from "./layer.ts";
import { type Part, partsOf, SPRITE_ASPECT } from "./subject-parts.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Signed distance to the edge, negative inside, and the slope of the surface there. */
interface Touch {
  readonly distance: number;
  readonly slope: Point;
}

const touchEllipse = ([cx, cy, rx, ry]: readonly [number, number, number, number], { x, y }: Point): Touch => {
  const [dx, dy] = [(x - cx) / rx, (y - cy) / ry];
  return { distance: (Math.hypot(dx, dy) - 1) * Math.min(rx, ry), slope: { x: dx, y: dy } };
};

const touchCapsule = (part: Extract<Part, { shape: "capsule" }>, { x, y }: Point): Touch => {
  const [ax, ay] = part.from;
  const [bx, by] = [part.to[0] - ax, part.to[1] - ay];
  const along = clamp(((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by));
  const [dx, dy] = [x - ax - bx * along, y - ay - by * along];
  return {
    distance: Math.hypot(dx, dy) - part.radius,
    slope: { x: dx / part.radius, y: dy / part.radius },
  };
};

const touchTriangle = (points: readonly (readonly [number, number])[], { x, y }: Point): Touch => {
  let [outside, turn] = [-1, 0];
  for (const [index, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(index + 1) % points.length] ?? [ax, ay];
    const [cx, cy] = points[(index + 2) % points.length] ?? [ax, ay];
    turn = Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    const side = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
    outside = Math.max(outside, -side * turn);
  }
  return { distance: outside, slope: { x: 0.3, y: -0.2 } };
};

const touch = (part: Part, point: Point): Touch => {
  if (part.shape === "ellipse") return touchEllipse(part.at, point);
  return part.shape === "capsule" ? touchCapsule(part, point) : touchTriangle(part.points, point);
};

/** Diffuse light from the sun, a little of it from everywhere, and a highlight where the surface faces between both. */
const shade = (colour: Colour, { x, y }: Point, sun: Point, dimming: number): Colour => {
  const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
  const diffuse = Math.max(0, x * sun.x + y * sun.y + z * 0.62);
  const half = Math.max(0, x * sun.x * 0.55 + y * sun.y * 0.55 + z * 0.85);
  const strength = (0.38 + 0.72 * diffuse) * dimming;
  const lit: Colour = [colour[0] * strength, colour[1] * strength, colour[2] * strength];
  return mix(lit, [255, 252, 240], 0.5 * half ** 24 * dimming);
};

/** The moving subject, shaded from the side of the sun, with its shadow on the ground. */
export const paintSubject = (scene: Scene, height: number): Layer => {
  const layer = createLayer(height * SPRITE_ASPECT, height);
  const paint = pixelPainter(scene, layer);
  for (let y = 0; y < layer.height; y += 1) for (let x = 0; x < layer.width; x += 1) paint(x, y);
  return layer;
};

const pixelPainter = (scene: Scene, layer: Layer): ((column: number, y: number) => void) => {
  const parts = partsOf(scene.subject, scene.hue);
  const pixel = 1 / layer.height;
  const dimming = scene.light === "night" ? 0.62 : 1;
  const side = scene.sun.x < 0.5 ? -0.6 : 0.6;
  const sun = { x: scene.movesLeft ? -side : side, y: -0.5 };
  return (column, y) => {
    const x = scene.movesLeft ? layer.width - 1 - column : column;
    const point = { x: (x + 0.5) * pixel, y: (y + 0.5) * pixel };
    const shadow = clamp(1 - Math.hypot((point.x - 0.7) / 0.62, (point.y - 0.94) / 0.055));
    if (shadow > 0) blendPixel(layer, column, y, [10, 12, 20], Math.min(0.5, shadow));
    for (const part of parts) {
      const { distance, slope } = touch(part, point);
      const cover = clamp(0.5 - distance / pixel);
      if (cover > 0) blendPixel(layer, column, y, shade(part.colour, slope, sun, dimming), cover);
    }
  };
};

/** A soft spot of light that wanders over the subject. */
export const paintGlint = (size: number): Layer => {
  const layer = createLayer(size, size);
  const centre = (layer.width - 1) / 2;
  for (let y = 0; y < layer.height; y += 1) {
    for (let x = 0; x < layer.width; x += 1) {
      const near = clamp(1 - Math.hypot(x - centre, y - centre) / (centre + 0.5));
      if (near > 0) blendPixel(layer, x, y, [255, 250, 230], 0.6 * near * near);
    }
  }
  return layer;
};
