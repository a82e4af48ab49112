import { expect, it } from "vitest";
import { diffParams } from "./attempt-details.tsx";

it("the parameter diff lists what was changed, added and removed, and nothing else", () => {
  expect(diffParams({ prompt: "a fox", seed: 1, fps: 24 }, { prompt: "a fox", seed: 2, size: "720p" })).toEqual([
    { key: "fps", before: "24", after: undefined },
    { key: "seed", before: "1", after: "2" },
    { key: "size", before: undefined, after: "720p" },
  ]);
});

it("the parameter diff ignores the order of entries", () => {
  expect(diffParams({ extra: { a: 1, b: 2 } }, { extra: { b: 2, a: 1 } })).toEqual([]);
});
