import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { blockinessOf } from "./blockiness.rules.ts";
import { histogramDistance } from "./cuts.rules.ts";
import { medianOf } from "./numbers.rules.ts";
import { readFrames } from "./read-frames.ts";
import { psnrOf, squaredErrorOf, ssimOf } from "./similarity.rules.ts";
import { walkInSpace } from "./walk-in-space.rules.ts";
import { walkInTime } from "./walk-in-time.rules.ts";

const SIDE = 64;
const drawn = (luma: (x: number, y: number) => number, side = SIDE): Uint8Array =>
  Uint8Array.from({ length: side * side }, (_, at) => luma(at % side, Math.floor(at / side)));
const noise = (seed: number) => {
  let state = seed;
  return drawn(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
};

describe("Sobel and Laplace", () => {
  it("find nothing on a flat picture, and no spread and no curve on an even slope", () => {
    expect(
      walkInSpace(
        drawn(() => 77),
        SIDE,
        SIDE,
      ),
    ).toEqual({ gradientSpread: 0, laplacianVariance: 0 });
    const slope = walkInSpace(
      drawn((x) => 2 * x),
      SIDE,
      SIDE,
    );
    expect(slope.gradientSpread).toBeCloseTo(0, 6);
    expect(slope.laplacianVariance).toBe(0);
  });

  it("give the values computed by hand for one bright pixel", () => {
    const dot = drawn((x, y) => (x === 2 && y === 2 ? 10 : 0), 5);
    // Laplacian on the inner 3 × 3: −40 in the middle, 10 at four sides, 0 at four corners.
    expect(walkInSpace(dot, 5, 5).laplacianVariance).toBeCloseTo((1600 + 400) / 9, 9);
    // Gradient: 0 in the middle, 20 at the sides, √200 at the corners.
    const mean = (4 * 20 + 4 * Math.sqrt(200)) / 9;
    expect(walkInSpace(dot, 5, 5).gradientSpread).toBeCloseTo(Math.sqrt((4 * 400 + 4 * 200) / 9 - mean ** 2), 9);
  });

  it("fall when a picture is blurred", () => {
    const sharp = noise(1);
    const blurred = drawn((x, y) => {
      const at = (dx: number, dy: number) => sharp[((y + dy + SIDE) % SIDE) * SIDE + ((x + dx + SIDE) % SIDE)] ?? 0;
      return (at(-1, 0) + at(1, 0) + at(0, 0) + at(0, 1) + at(0, -1)) / 5;
    });
    const [before, after] = [walkInSpace(sharp, SIDE, SIDE), walkInSpace(blurred, SIDE, SIDE)];
    expect(after.laplacianVariance).toBeLessThan(before.laplacianVariance / 4);
  });
});

describe("structural similarity", () => {
  it("is one for equal pictures and what the formula says for flat ones", () => {
    expect(ssimOf(noise(3), noise(3), SIDE, SIDE)).toBeCloseTo(1, 12);
    const [a, b, c1] = [100, 120, (0.01 * 255) ** 2];
    const expected = (2 * a * b + c1) / (a * a + b * b + c1);
    expect(
      ssimOf(
        drawn(() => a),
        drawn(() => b),
        SIDE,
        SIDE,
      ),
    ).toBeCloseTo(expected, 12);
  });

  it("is near zero for pictures that share nothing, and below it for a picture and its negative", () => {
    expect(Math.abs(ssimOf(noise(4), noise(5), SIDE, SIDE) ?? 1)).toBeLessThan(0.05);
    const negative = noise(4).map((value) => 255 - value);
    expect(ssimOf(noise(4), negative, SIDE, SIDE)).toBeLessThan(-0.8);
  });

  it("cannot be told of a picture smaller than a window", () => {
    expect(ssimOf(new Uint8Array(49), new Uint8Array(49), 7, 7)).toBeNull();
  });
});

describe("the signal and its noise", () => {
  it("are twenty decibels apart when every pixel is off by a tenth of the range", () => {
    const error =
      squaredErrorOf(
        drawn(() => 100),
        drawn(() => 125),
      ) /
      SIDE ** 2;
    expect(error).toBe(625);
    expect(psnrOf(25.5 ** 2)).toBeCloseTo(20, 9);
    expect(psnrOf(0)).toBe(100);
  });
});

describe("a grid of eight pixels", () => {
  it("is told by what is steeper at its borders", () => {
    expect(
      blockinessOf(
        drawn(() => 50),
        SIDE,
        SIDE,
      ),
    ).toBe(1);
    expect(
      blockinessOf(
        drawn((x, y) => x + y),
        SIDE,
        SIDE,
      ),
    ).toBeCloseTo(1, 9);
    expect(blockinessOf(noise(6), SIDE, SIDE)).toBeGreaterThan(0.9);
    expect(blockinessOf(noise(6), SIDE, SIDE)).toBeLessThan(1.1);
    const blocks = drawn((x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? 100 : 110));
    expect(blockinessOf(blocks, SIDE, SIDE)).toBeCloseTo(10.1 / 0.1, 6);
  });

  it("is not one of another size or in another place", () => {
    const shifted = drawn((x, y) => ((((x + 4) >> 3) + ((y + 4) >> 3)) % 2 === 0 ? 100 : 110));
    expect(blockinessOf(shifted, SIDE, SIDE)).toBeLessThan(1);
  });
});

describe("histograms", () => {
  const of = (levels: Record<number, number>) => {
    const histogram = new Uint32Array(256);
    for (const [level, count] of Object.entries(levels)) histogram[Number(level)] = count;
    return histogram;
  };
  it("are apart by nothing to one", () => {
    expect(histogramDistance(of({ 10: 50, 200: 50 }), of({ 10: 50, 200: 50 }), 100)).toBe(0);
    expect(histogramDistance(of({ 10: 100 }), of({ 200: 100 }), 100)).toBe(1);
    expect(histogramDistance(of({ 10: 100 }), of({ 10: 50, 200: 50 }), 100)).toBeCloseTo((2500 / 150 + 50) / 200, 9);
    expect(histogramDistance(of({ 8: 100 }), of({ 11: 100 }), 100)).toBe(0);
  });
});

describe("sums over a long frame", () => {
  it("are exact where they pass 32 bits", () => {
    const [black, white] = [new Uint8Array(200_000), new Uint8Array(200_000).fill(255)];
    const histogram = new Uint32Array(256);
    expect(walkInTime(white, black, white, histogram)).toEqual({
      difference: 51_000_000,
      absolute: 51_000_000,
      squared: 200_000 * 255 ** 2,
      residual: 102_000_000,
    });
    expect(histogram[255]).toBe(200_000);
  });
});

it("the frame splitter takes chunks of any size and drops half a frame at the end", async () => {
  const bytes = Buffer.from(Array.from({ length: 23 }, (_, at) => at));
  for (const size of [1, 2, 5, 7, 23]) {
    const chunks = Array.from({ length: Math.ceil(23 / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    const seen: number[][] = [];
    for await (const frame of readFrames(Readable.from(chunks), 5)) seen.push([...frame]);
    expect(seen).toEqual([0, 5, 10, 15].map((from) => [from, from + 1, from + 2, from + 3, from + 4]));
  }
});

it("a frame stays as it was until two more have come", async () => {
  const chunks = [Buffer.from(Array.from({ length: 30 }, (_, at) => at))];
  const kept: Uint8Array[] = [];
  for await (const frame of readFrames(Readable.from(chunks), 3)) {
    kept.push(frame);
    const at = kept.length - 1;
    for (const back of [0, 1, 2]) if (at >= back) expect(kept[at - back]?.[0]).toBe((at - back) * 3);
  }
});

it("the median is the middle or the mean of the two middle ones", () => {
  expect([medianOf([]), medianOf([3]), medianOf([5, 1, 9]), medianOf([4, 1, 2, 9])]).toEqual([null, 3, 5, 3]);
});
