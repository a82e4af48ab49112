import { type Chance, createChance } from "./chance.rules.ts";
import { DEMO_CLIPS } from "./demo-clips.rules.ts";

export const EMBEDDING_SIZE = 16;

export type Breakage = "cut" | "text" | "no caption";

/** One demo sample, independent of the format it is written in. */
export interface DemoSample {
  readonly key: string;
  /** Index of its clip. */
  readonly clip: number;
  readonly caption: string;
  readonly aesthetic: number;
  readonly motion: number;
  readonly source: string;
  readonly licence: string;
  readonly cameraMove: string;
  readonly sceneId: number;
  readonly hasText: boolean;
  readonly embedding: Float32Array;
  /** A few samples are broken on purpose. */
  readonly breakage: Breakage | null;
}

const QUALITIES = [
  "a slow",
  "a restless",
  "a bright",
  "a faded",
  "a lonely",
  "a hand-drawn",
  "an endless",
  "a quiet",
] as const;
const VERBS = ["drifts across", "turns above", "fades into", "circles over", "crosses", "waits in front of"] as const;
const PLACES = [
  "a warm sky",
  "a cold sea",
  "a field of colour",
  "the harbour lights",
  "an empty street",
  "deep water",
] as const;
const SOURCES = ["harbour-cam", "archive", "studio", "procedural", "field-trip"] as const;
const LICENCES = ["CC0-1.0", "CC-BY-4.0", "CC-BY-NC-4.0", "proprietary"] as const;
const MOVES = ["static", "pan", "tilt", "dolly", "orbit"] as const;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Samples of the same clip have close vectors, so that "similar" finds them. */
const embeddingOf = (clip: number, chance: Chance): Float32Array => {
  const middle = createChance(9_000 + clip);
  const values = Float32Array.from({ length: EMBEDDING_SIZE }, () => middle.bell() + chance.bell() * 0.15);
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
};

const breakageOf = (n: number): Breakage | null => {
  if (n % 487 === 13) return "cut";
  if (n % 487 === 29) return "text";
  return n % 487 === 41 ? "no caption" : null;
};

const sampleOf = (n: number, thing: (clip: number) => string): DemoSample => {
  const chance = createChance(n * 7_919 + 17);
  const clip = (n * 17 + chance.below(5)) % DEMO_CLIPS;
  const motion = between(Math.exp(chance.bell() * 0.9 - 1), 0, 12);
  const caption = `${chance.pick(QUALITIES)} ${thing(clip)} ${chance.pick(VERBS)} ${chance.pick(PLACES)}`;
  const breakage = breakageOf(n);
  return {
    key: `sample-${String(n).padStart(6, "0")}`,
    clip,
    caption: breakage === "no caption" ? "" : caption,
    aesthetic: round(between(5 + chance.bell() * 0.9 + (clip % 5) * 0.15, 1, 10), 3),
    motion: round(motion, 4),
    source: chance.pick(SOURCES),
    licence: chance.pick(LICENCES),
    cameraMove: motion < 0.15 ? "static" : chance.pick(MOVES),
    sceneId: Math.floor(n / 6),
    hasText: chance.share() < 0.12,
    embedding: embeddingOf(clip, chance),
    breakage,
  };
};

export const makeSamples = (count: number, thing: (clip: number) => string): readonly DemoSample[] =>
  Array.from({ length: count }, (_, n) => sampleOf(n, thing));
