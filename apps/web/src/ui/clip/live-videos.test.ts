import { expect, it } from "vitest";
import { claimVideo, MAX_LIVE_VIDEOS } from "./live-videos.ts";

it("claimVideo stops the oldest of nine videos", () => {
  const stopped: number[] = [];
  const releases = Array.from({ length: MAX_LIVE_VIDEOS }, (_, at) => claimVideo(() => stopped.push(at)));
  expect(stopped).toEqual([]);
  releases[1]?.();
  claimVideo(() => stopped.push(100));
  expect(stopped).toEqual([]);
  claimVideo(() => stopped.push(101));
  expect(stopped).toEqual([0]);
  claimVideo(() => stopped.push(102));
  expect(stopped).toEqual([0, 2]);
});
