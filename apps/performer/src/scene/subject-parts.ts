import type { SubjectKind } from "./choose-scene.ts";
import { type Colour, hsl } from "./colour.ts";

/** Coordinates are shares of the sprite's height, from its top left; it is 1.4 as wide as high and heads right. */
export type Part =
  | { readonly shape: "ellipse"; readonly at: readonly [number, number, number, number]; readonly colour: Colour }
  | {
      readonly shape: "capsule";
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly radius: number;
      readonly colour: Colour;
    }
  | { readonly shape: "triangle"; readonly points: readonly (readonly [number, number])[]; readonly colour: Colour };

export const SPRITE_ASPECT = 1.4;

const ellipse = (x: number, y: number, rx: number, ry: number, colour: Colour): Part => ({
  shape: "ellipse",
  at: [x, y, rx, ry],
  colour,
});
const capsule = (x1: number, y1: number, x2: number, y2: number, radius: number, colour: Colour): Part => ({
  shape: "capsule",
  from: [x1, y1],
  to: [x2, y2],
  radius,
  colour,
});
const triangle = (colour: Colour, ...points: (readonly [number, number])[]): Part => ({
  shape: "triangle",
  points,
  colour,
});

const DARK: Colour = [34, 36, 44];
const PALE: Colour = [244, 240, 230];

const boat = (paint: Colour): Part[] => [
  capsule(0.68, 0.08, 0.68, 0.7, 0.018, DARK),
  triangle(PALE, [0.72, 0.1], [0.72, 0.64], [1.16, 0.64]),
  triangle(hsl(0.08, 0.5, 0.82), [0.64, 0.18], [0.64, 0.64], [0.3, 0.64]),
  capsule(0.3, 0.78, 1.08, 0.78, 0.1, paint),
  triangle(paint, [0.98, 0.68], [1.34, 0.68], [1.06, 0.88]),
  capsule(0.24, 0.7, 1.24, 0.7, 0.022, PALE),
];

const car = (paint: Colour): Part[] => [
  capsule(0.5, 0.5, 0.86, 0.5, 0.17, paint),
  capsule(0.52, 0.49, 0.82, 0.49, 0.1, [168, 206, 226]),
  capsule(0.22, 0.7, 1.18, 0.7, 0.13, paint),
  ellipse(1.28, 0.68, 0.04, 0.04, [255, 244, 190]),
  ellipse(0.12, 0.68, 0.025, 0.04, [220, 50, 40]),
  ellipse(0.4, 0.83, 0.13, 0.13, DARK),
  ellipse(0.4, 0.83, 0.06, 0.06, [190, 192, 200]),
  ellipse(1.02, 0.83, 0.13, 0.13, DARK),
  ellipse(1.02, 0.83, 0.06, 0.06, [190, 192, 200]),
];

const animal = (paint: Colour): Part[] => [
  capsule(0.34, 0.5, 0.1, 0.3, 0.075, paint),
  ellipse(0.09, 0.29, 0.06, 0.06, PALE),
  capsule(0.42, 0.6, 0.36, 0.92, 0.04, paint),
  capsule(0.54, 0.62, 0.58, 0.92, 0.04, paint),
  capsule(0.84, 0.6, 0.8, 0.92, 0.04, paint),
  capsule(0.94, 0.58, 1.0, 0.92, 0.04, paint),
  capsule(0.44, 0.52, 0.9, 0.5, 0.16, paint),
  triangle(paint, [0.96, 0.3], [1.0, 0.06], [1.1, 0.24]),
  triangle(paint, [1.08, 0.26], [1.16, 0.04], [1.2, 0.26]),
  ellipse(1.08, 0.34, 0.15, 0.13, paint),
  capsule(1.16, 0.38, 1.28, 0.41, 0.045, PALE),
  ellipse(1.32, 0.4, 0.028, 0.028, DARK),
  ellipse(1.13, 0.31, 0.022, 0.026, DARK),
];

const person = (paint: Colour): Part[] => [
  capsule(0.66, 0.6, 0.54, 0.92, 0.052, DARK),
  capsule(0.72, 0.6, 0.86, 0.92, 0.052, DARK),
  capsule(0.66, 0.34, 0.5, 0.54, 0.038, paint),
  capsule(0.69, 0.32, 0.69, 0.6, 0.1, paint),
  capsule(0.74, 0.34, 0.92, 0.48, 0.038, hsl(0.07, 0.45, 0.7)),
  ellipse(0.72, 0.14, 0.095, 0.11, hsl(0.07, 0.45, 0.7)),
  ellipse(0.7, 0.08, 0.1, 0.065, hsl(0.06, 0.4, 0.2)),
];

const ball = (paint: Colour): Part[] => [ellipse(0.7, 0.5, 0.44, 0.44, paint), ellipse(0.7, 0.5, 0.44, 0.12, PALE)];

const PARTS: Readonly<Record<SubjectKind, (paint: Colour) => Part[]>> = { boat, car, animal, person, ball };

/** The parts of a subject, back to front. */
export const partsOf = (kind: SubjectKind, hue: number): readonly Part[] =>
  PARTS[kind](kind === "animal" ? hsl(0.06 + (hue - 0.5) * 0.06, 0.75, 0.5) : hsl(hue, 0.7, 0.54));
