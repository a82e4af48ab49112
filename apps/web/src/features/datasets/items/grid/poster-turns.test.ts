import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeTurn } from "./poster-turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the poster queue lets four begin, and the next when one is over, leaves or takes too long", () => {
  const begun: number[] = [];
  const ends = [0, 1, 2, 3, 4, 5, 6].map((place) => takeTurn(() => begun.push(place)));
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[4]?.();
  ends[0]?.();
  ends[0]?.();
  expect(begun).toEqual([0, 1, 2, 3, 5]);
  vi.advanceTimersByTime(5_000);
  expect(begun).toEqual([0, 1, 2, 3, 5, 6]);
  for (const end of ends) end();
  const after: number[] = [];
  const more = [0, 1, 2, 3, 4].map((place) => takeTurn(() => after.push(place)));
  expect(after).toEqual([0, 1, 2, 3]);
  for (const end of more) end();
});
