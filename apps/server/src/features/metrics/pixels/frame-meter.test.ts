import { describe, expect, it } from "vitest";
import { type FrameFigures, FrameMeter } from "./frame-meter.ts";

const WIDTH = 32;
const HEIGHT = 16;
const flat = (luma: number): Uint8Array => new Uint8Array(WIDTH * HEIGHT).fill(luma);
const drawn = (luma: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => luma(at % WIDTH, Math.floor(at / WIDTH)));
const stripes = (offset: number) => drawn((x) => ((x + offset) % 8 < 4 ? 40 : 200));

const measure = (frames: readonly Uint8Array[]): FrameFigures => {
  const meter = new FrameMeter({ width: WIDTH, height: HEIGHT, detailEvery: 1 });
  for (const frame of frames) meter.take(frame);
  return meter.finish();
};
const times = (count: number, frame: (at: number) => Uint8Array) => Array.from({ length: count }, (_, at) => frame(at));

describe("what changes in time", () => {
  it("is nothing in a still clip, all of whose frames but the first are repeated", () => {
    expect(measure(times(10, () => flat(100)))).toMatchObject({
      frames: 10,
      flicker: 0,
      change: 0,
      residual: 0,
      repeated: 9,
      longestRepeat: 9,
      black: 0,
      cuts: [],
      temporal: { most: 0, mean: 0 },
      loopSsim: 1,
    });
  });

  it("is flicker when the brightness goes up and down, and none when it rises evenly", () => {
    // Second differences of 100, 110, 100, … are ±20.
    const flickering = measure(times(9, (at) => flat(at % 2 === 0 ? 100 : 110)));
    expect(flickering.flicker).toBeCloseTo(20, 9);
    expect(flickering.change).toBeCloseTo(10, 9);
    expect(flickering.residual).toBeCloseTo(10, 9);
    const rising = measure(times(9, (at) => flat(100 + 5 * at)));
    expect(rising).toMatchObject({ flicker: 0, change: 5, residual: 0 });
  });

  it("is how far frames are from the middle of their neighbours", () => {
    // Only the middle one of five differs, by 30: its residual is 30, that of its neighbours 15.
    const popped = measure(times(5, (at) => flat(at === 2 ? 90 : 60)));
    expect(popped.residual).toBeCloseTo((15 + 30 + 15) / 3, 9);
  });

  it("is the spread of the difference and not its mean", () => {
    expect(measure([flat(50), flat(90)]).temporal).toEqual({ most: 0, mean: 0 });
    const half = drawn((x) => (x < WIDTH / 2 ? 50 : 90));
    expect(measure([flat(50), half]).temporal?.most).toBeCloseTo(20, 9);
  });

  it("counts the longest run of frames that repeat", () => {
    const run = [1, 2, 3, 3, 3, 3, 4, 4, 5].map((step) => stripes(step));
    expect(measure(run)).toMatchObject({ repeated: 4, longestRepeat: 3 });
  });

  it("counts a difference below half a step of luma as a repeated frame, and half a step as a change", () => {
    const raised = (pixels: number) => drawn((x, y) => 100 + (y * WIDTH + x < pixels ? 1 : 0));
    expect(measure([flat(100), raised(255)]).repeated).toBe(1);
    expect(measure([flat(100), raised(256)]).repeated).toBe(0);
  });

  it("counts black frames below sixteen", () => {
    expect(measure([flat(0), flat(15), flat(16), flat(200), flat(3)]).black).toBe(3);
  });
});

describe("a cut", () => {
  const still = (luma: number) => times(6, (at) => drawn((x) => luma + ((x + at) % 4)));

  it("is found where one picture follows another, by the number of its first frame", () => {
    expect(measure([...still(40), ...still(160), ...still(90)]).cuts).toEqual([6, 12]);
  });

  it("is found at the last frame", () => {
    expect(measure([...still(40), flat(200)]).cuts).toEqual([6]);
  });

  it("is not flicker, a flash, a fade or something that moves fast", () => {
    expect(measure(times(20, (at) => flat(at % 2 === 0 ? 60 : 180))).cuts).toEqual([]);
    expect(measure([...still(40), flat(255), ...still(40)]).cuts).toEqual([]);
    expect(measure(times(20, (at) => flat(at * 12))).cuts).toEqual([]);
    expect(measure(times(20, (at) => stripes(at))).cuts).toEqual([]);
  });
});

describe("the ends of a clip", () => {
  it("are alike when it loops", () => {
    const looping = measure(times(9, (at) => stripes(at)));
    expect(looping.loopSsim).toBeCloseTo(1, 9);
    expect(measure(times(5, (at) => stripes(at))).loopSsim).toBeLessThan(0);
  });
});

describe("a clip with hardly any frames", () => {
  it("has no figures that need more of them", () => {
    expect(measure([])).toMatchObject({ frames: 0, flicker: null, change: null, spatial: null, sharpness: null });
    expect(measure([flat(9)])).toMatchObject({ frames: 1, black: 1, change: null, temporal: null, loopSsim: null });
    expect(measure([flat(9), flat(9)])).toMatchObject({ flicker: null, residual: null, change: 0 });
  });
});

describe("detail", () => {
  it("is looked for in every so many frames", () => {
    const meter = new FrameMeter({ width: WIDTH, height: HEIGHT, detailEvery: 3 });
    for (let at = 0; at < 6; at++) meter.take(at % 3 === 0 ? flat(80) : stripes(0));
    expect(meter.finish()).toMatchObject({ spatial: { most: 0, mean: 0 }, sharpness: 0 });
  });

  it("is the largest and the mean of gradients, and the median of sharpness", () => {
    const figures = measure([flat(80), stripes(0), stripes(0)]);
    const alone = measure([stripes(0)]);
    expect(figures.spatial?.most).toBeCloseTo(alone.spatial?.most ?? 0, 6);
    expect(figures.spatial?.mean).toBeCloseTo(((alone.spatial?.most ?? 0) * 2) / 3, 6);
    expect(figures.sharpness).toBeGreaterThan(0);
    expect(measure([flat(80), flat(80), stripes(1)]).sharpness).toBe(0);
  });
});
