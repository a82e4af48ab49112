import { expect, it } from "vitest";
import { withLoopEnd, withLoopStart } from "./controller/sync-rules.ts";
import { preciseClock } from "./player-timeline.tsx";
import { slowestFps } from "./types.ts";
import { changeView, columnsFor, firstView } from "./view-state.ts";

it("a clip is never compared with itself", () => {
  const view = firstView("wipe");
  expect(changeView(view, { act: "front", index: 1 })).toMatchObject({ front: 1, back: 0 });
  expect(changeView(view, { act: "back", index: 0 })).toMatchObject({ front: 1, back: 0 });
  expect(changeView(view, { act: "back", index: 2 })).toMatchObject({ front: 0, back: 2 });
  expect(changeView(view, { act: "front", index: 0 })).toBe(view);
});

it("the wipe stays inside the frame", () => {
  expect(changeView(firstView("wipe"), { act: "wipe", share: 1.7 }).wipeShare).toBe(1);
  expect(changeView(firstView("wipe"), { act: "wipe", share: -1 }).wipeShare).toBe(0);
});

it("the layout fits two to nine clips", () => {
  expect([2, 3, 4, 5, 6, 9].map(columnsFor)).toEqual([2, 3, 2, 3, 3, 3]);
});

it("the ends of a loop stay in order", () => {
  expect(withLoopStart(null, 1, 4)).toEqual({ fromS: 1, toS: 4 });
  expect(withLoopStart({ fromS: 0, toS: 2 }, 3, 4)).toEqual({ fromS: 3, toS: 4 });
  expect(withLoopEnd({ fromS: 3, toS: 4 }, 2)).toEqual({ fromS: 0, toS: 2 });
  expect(withLoopEnd({ fromS: 1, toS: 4 }, 2)).toEqual({ fromS: 1, toS: 2 });
});

it("a step has the length of a frame of the slowest clip", () => {
  const clip = { id: "a", title: "a", media_url: "a" };
  expect(slowestFps([{ ...clip, fps: 30 }, { ...clip, fps: 16 }, clip])).toBe(16);
  expect(slowestFps([clip])).toBe(24);
});

it("the time is written with hundredths", () => {
  expect([0, 3.254, 61.999].map(preciseClock)).toEqual(["0:00.00", "0:03.25", "1:01.99"]);
});
