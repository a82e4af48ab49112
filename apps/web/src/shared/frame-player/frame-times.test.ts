import { afterEach, expect, it, vi } from "vitest";
import { createRangeSource, gridOf } from "./frame-times.queries.ts";

afterEach(() => vi.unstubAllGlobals());

it("the frame index turns the ticks of a file into the times of its frames", () => {
  const grid = gridOf({
    timescale: 90_000,
    ticks: Float64Array.from([0, 3_003, 9_009]),
    endTick: 12_012,
    keyframes: new Uint32Array(),
  });
  expect(grid.startOf(1)).toBeCloseTo(0.033_367, 6);
  expect([grid.frameAt(grid.insideOf(2)), grid.lastFrame(0), grid.isExact]).toEqual([2, 2, true]);
  expect(grid.endOf(2)).toBeCloseTo(0.133_467, 6);
});

const whole = Uint8Array.from({ length: 10 }, (_, at) => at);
const answering = (status: number, bytes: Uint8Array) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(bytes.slice(), { status }))),
  );

it("the frame index reads a range, also from a server that only knows the whole", async () => {
  const source = createRangeSource("/clip", whole.length);
  answering(206, whole.subarray(2, 5));
  expect([...(await source.read("clip", 2, 5))]).toEqual([2, 3, 4]);
  expect(fetch).toHaveBeenCalledWith("/clip", { headers: { range: "bytes=2-4" } });
  answering(200, whole);
  expect([...(await source.read("clip", 2, 5))]).toEqual([2, 3, 4]);
  expect(await source.size("clip")).toBe(10);
});

it("the frame index refuses short answers and refusals", async () => {
  const source = createRangeSource("/clip", whole.length);
  answering(206, whole.subarray(2, 4));
  await expect(source.read("clip", 2, 5)).rejects.toThrow("fewer bytes");
  answering(404, new Uint8Array());
  await expect(source.read("clip", 2, 5)).rejects.toThrow("404");
});
