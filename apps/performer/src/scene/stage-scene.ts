import type { ClipSpec } from "../video-request.ts";
import type { Scene } from "./choose-scene.ts";
import { mix } from "./colour.ts";
import type { Layer } from "./layer.ts";
import { paintRidge } from "./paint-ridge.ts";
import { HORIZON, type Palette, paintSky, paletteOf } from "./paint-sky.ts";
import { paintGlint, paintSubject } from "./paint-subject.ts";

/** A layer and its place in the frame: expressions of ffmpeg's overlay filter over t and n. */
export interface StagedLayer {
  readonly layer: Layer;
  readonly x: string;
  readonly y: string;
}

const FAR = { wider: 1.16, height: 0.2, bottom: HORIZON + 0.02 };
const MIDDLE = { wider: 1.36, height: 0.3, bottom: HORIZON + 0.12 };
const FRONT = { wider: 1.8, height: 0.2, bottom: 1 };
const SUBJECT_HEIGHT = 0.34;
/** Where the subject touches the ground, as a share of the height. */
const FLOOR = 0.86;

const fixed = (value: number): string => value.toFixed(3);

/** Layers further in front pass faster. */
const pan = (spec: ClipSpec, scene: Scene, wider: number): string => {
  const extra = spec.width * (wider - 1);
  const share = `t/${fixed(spec.seconds)}`;
  return scene.movesLeft ? `-${fixed(extra)}+${fixed(extra)}*${share}` : `-${fixed(extra)}*${share}`;
};

interface Stage {
  readonly spec: ClipSpec;
  readonly scene: Scene;
  readonly palette: Palette;
}

const ridge = ({ spec, scene, palette }: Stage, strip: typeof FAR, depth: "far" | "middle" | "front"): StagedLayer => {
  const isCity = scene.land === "city";
  const closeness = { far: 0, middle: 0.55, front: 1 }[depth];
  const layer = paintRidge(scene.chance, {
    land: depth === "front" && scene.land !== "hills" ? "hills" : scene.land,
    width: spec.width * strip.wider,
    height: spec.height * strip.height,
    colour: mix(palette.far, palette.near, closeness),
    lit: depth === "front" ? mix(palette.near, palette.sun, 0.25) : mix(palette.sun, [255, 196, 96], isCity ? 0.6 : 0),
    hasWindows: isCity && depth === "middle",
    hasDetail: depth === "middle",
  });
  return { layer, x: pan(spec, scene, strip.wider), y: fixed(spec.height * strip.bottom - layer.height) };
};

/** Across the picture with a little bounce; a boat sways, a ball jumps. */
const pathOf = (spec: ClipSpec, scene: Scene, sprite: Layer) => {
  const { chance } = scene;
  const [from, reach] = [0.04 + chance() * 0.1, 0.42 + chance() * 0.18];
  const share = `(0.5-0.5*cos(PI*t/${fixed(spec.seconds)}))`;
  const start = scene.movesLeft
    ? `W-w-W*${fixed(from)}-W*${fixed(reach)}*${share}`
    : `W*${fixed(from)}+W*${fixed(reach)}*${share}`;
  const turnS = 0.7 + chance() * 0.5;
  const height = spec.height * { ball: 0.2, person: 0.03, animal: 0.04, boat: 0.025, car: 0.008 }[scene.subject];
  const bounce = `${fixed(height)}*abs(sin(PI*t/${fixed(turnS)}))`;
  return { x: start, y: `${fixed(spec.height * FLOOR - sprite.height)}-${bounce}` };
};

/** The layers of a scene, back to front; the sky fills the frame. */
export const stageScene = (spec: ClipSpec, scene: Scene): { sky: Layer; others: readonly StagedLayer[] } => {
  const palette = paletteOf(scene);
  const stage = { spec, scene, palette };
  const sky = paintSky(scene, palette, spec);
  const isSea = scene.land === "sea";
  const hills = [ridge(stage, FAR, "far"), ...(isSea ? [] : [ridge(stage, MIDDLE, "middle")])];
  const sprite = paintSubject(scene, spec.height * SUBJECT_HEIGHT);
  const glint = paintGlint(sprite.height * 0.34);
  const path = pathOf(spec, scene, sprite);
  const aside = fixed(sprite.width / 2 - glint.width / 2);
  const glintX = `${path.x.replaceAll(/\bw\b/g, `${sprite.width}`)}+${aside}+${fixed(sprite.width * 0.14)}*sin(2*PI*t/1.7)`;
  const glintY = `${path.y}+${fixed(sprite.height * 0.36)}+${fixed(sprite.height * 0.06)}*cos(2*PI*t/1.7)`;
  return {
    sky,
    others: [
      ...hills,
      { layer: sprite, ...path },
      { layer: glint, x: glintX, y: glintY },
      ridge(stage, FRONT, "front"),
    ],
  };
};
