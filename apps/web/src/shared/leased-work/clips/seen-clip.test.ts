import { expect, it } from "vitest";
import { SeenClip } from "./seen-clip.ts";

const FRAME_S = 1 / 24;
const play = (seen: SeenClip, fromS: number, toS: number, durationS: number, stepS = FRAME_S): void => {
  for (let atS = fromS; atS <= toS; atS += stepS) seen.note(atS, durationS, FRAME_S);
};

it("a clip is watched once it was played to its last frame", () => {
  const seen = new SeenClip();
  play(seen, 0, 1.7, 2);
  expect(seen.isWatched).toBe(false);
  play(seen, 1.7, 2 - FRAME_S / 2, 2);
  expect(seen.isWatched).toBe(true);
  expect(seen.seenS).toBe(2);
});

it("a clip is watched when it loops a little before its end, on a page that draws slowly", () => {
  const seen = new SeenClip();
  for (const atS of [0, 0.2, 0.4, 0.6, 0.8, 0.02]) seen.note(atS, 1, FRAME_S);
  expect(seen.isWatched).toBe(true);
});

it("the watched time counts what was seen twice once", () => {
  const seen = new SeenClip();
  for (let round = 0; round < 5; round += 1) {
    seen.note(0, 10, FRAME_S);
    play(seen, 0, 3, 10);
  }
  expect(seen.seenS).toBeCloseTo(3, 0);
  expect(seen.isWatched).toBe(false);
});

it("the watched time does not count what was jumped over", () => {
  const seen = new SeenClip();
  play(seen, 0, 1, 10);
  seen.note(9.99, 10, FRAME_S);
  expect(seen.seenS).toBeCloseTo(1, 0);
});

it("the watched time fills the gap when it is seen later", () => {
  const seen = new SeenClip();
  play(seen, 0, 1, 3);
  play(seen, 2, 3, 3);
  expect(seen.isWatched).toBe(false);
  play(seen, 0.9, 2.1, 3);
  expect(seen.isWatched).toBe(true);
});

it("the watched time counts on a page that draws slowly, also at four times the speed", () => {
  const seen = new SeenClip();
  play(seen, 0, 8, 8, 0.6);
  seen.note(8, 8, FRAME_S);
  expect(seen.isWatched).toBe(true);
});

it("the watched share is unknown before the length is known", () => {
  const seen = new SeenClip();
  seen.note(0.5, Number.NaN, FRAME_S);
  expect([seen.share, seen.seenS, seen.isWatched]).toEqual([0, 0, false]);
});

it("the watched time goes on from what was seen before the page was loaded again", () => {
  const seen = new SeenClip(4);
  seen.note(0, 4, FRAME_S);
  expect(seen.isWatched).toBe(true);
});
