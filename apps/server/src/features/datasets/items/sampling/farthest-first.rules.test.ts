import { describe, expect, it } from "vitest";
import { chooseFarthest } from "./farthest-first.rules.ts";

const line = (...coordinates: number[]): Float32Array[] =>
  coordinates.map((coordinate) => Float32Array.of(coordinate, 0));

describe("choosing the most different", () => {
  it("begins with the first and goes to the ends before it fills the middle", async () => {
    expect(await chooseFarthest(line(5, 6, 0, 10, 4), 4)).toEqual([0, 2, 3, 1]);
  });

  it("takes all when there are no more, and equals in their order", async () => {
    expect(await chooseFarthest(line(1, 1, 1), 9)).toEqual([0, 1, 2]);
    expect(await chooseFarthest([], 3)).toEqual([]);
  });
});
