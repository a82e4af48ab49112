import { expect, it } from "vitest";
import { SyncController } from "./sync-controller.ts";
import { aBench } from "./testing/pretended-tracks.ts";

const FPS = 24;
const spreadFrames = (times: readonly number[]): number => (Math.max(...times) - Math.min(...times)) * FPS;

it("the sync controller starts no clip before all can play, and then all", () => {
  const bench = aBench([{ readyAtMs: 0 }, { readyAtMs: 900 }]);
  bench.controller.play();
  bench.run(800);
  expect(bench.times()).toEqual([0, 0]);
  bench.run(1_200);
  expect(bench.controller.snapshot.status).toBe("playing");
  expect(Math.min(...bench.times())).toBeGreaterThan(0.8);
});

it("the sync controller brings clips that started one after the other onto one clock", () => {
  const bench = aBench([{}, { startLagMs: 150 }, { startLagMs: 300 }, { startLagMs: 450 }]);
  bench.controller.play();
  bench.run(1_500);
  expect(spreadFrames(bench.times())).toBeLessThan(0.5);
  const spreads = bench.watch(3_000, spreadFrames);
  expect(Math.max(...spreads)).toBeLessThan(0.5);
});

it("the sync controller holds the others within a frame and a half while one stalls, and goes on with it", () => {
  const bench = aBench([{}, {}, {}]);
  bench.controller.play();
  bench.run(2_000);
  bench.stall(1, 400);
  expect(Math.max(...bench.watch(400, spreadFrames))).toBeLessThan(1.5);
  bench.run(1_000);
  expect(spreadFrames(bench.times())).toBeLessThan(0.5);
  expect(bench.controller.snapshot.states).toEqual({ 0: "live", 1: "live", 2: "live" });
});

it("the sync controller corrects a drift without pausing any clip", () => {
  const bench = aBench([{ drift: 1.004 }, {}], { durationS: 60 });
  bench.controller.play();
  bench.run(500);
  const pausesBefore = bench.pauses();
  expect(Math.max(...bench.watch(20_000, spreadFrames))).toBeLessThan(0.5);
  expect(bench.pauses()).toBe(pausesBefore);
});

it("the sync controller drops a clip that stalls for ever, reports it, and takes it back at the next seek", () => {
  const bench = aBench([{}, {}, {}], { durationS: 60 });
  bench.controller.play();
  bench.run(1_000);
  bench.stall(2, 12_000);
  bench.run(5_500);
  expect(bench.controller.snapshot.states).toEqual({ 0: "live", 1: "live", 2: "lost" });
  const [before = 0] = bench.times();
  bench.run(2_000);
  expect((bench.times()[0] ?? 0) - before).toBeGreaterThan(1.8);
  bench.run(6_000);
  bench.controller.seek(3);
  bench.run(1_000);
  expect(bench.controller.snapshot.states[2]).toBe("live");
  expect(spreadFrames(bench.times())).toBeLessThan(0.5);
});

it("the sync controller goes on without a clip that never comes, and without one that is broken", () => {
  const bench = aBench([{}, { readyAtMs: Number.POSITIVE_INFINITY }, { error: new Error("decode") }]);
  bench.controller.play();
  bench.run(9_000);
  expect(bench.controller.snapshot.status).toBe("gathering");
  bench.run(2_000);
  expect(bench.controller.snapshot.states).toEqual({ 0: "live", 1: "lost", 2: "failed" });
  expect(bench.times()[0]).toBeGreaterThan(0.5);
});

it("the sync controller holds the last frame of a shorter clip until the longest has ended", () => {
  const bench = aBench([{ durationS: 1 }, { durationS: 3 }]);
  bench.controller.setLooping(false);
  bench.controller.play();
  bench.run(2_000);
  expect(bench.controller.snapshot.states).toEqual({ 0: "ended", 1: "live" });
  bench.run(2_000);
  expect(bench.controller.snapshot).toMatchObject({ status: "paused", wantsToPlay: false });
  bench.controller.play();
  bench.run(300);
  expect(bench.controller.snapshot.states).toEqual({ 0: "live", 1: "live" });
  expect(bench.controller.timeS).toBeLessThan(0.5);
});

it("the sync controller repeats the selected range", () => {
  const bench = aBench([{}, {}], { durationS: 10 });
  bench.controller.setLoop({ fromS: 2, toS: 3 });
  bench.controller.seek(2);
  bench.controller.play();
  const times = bench.watch(5_000, ([first = 0]) => first);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1.99);
  expect(Math.max(...times)).toBeLessThan(3.1);
  expect(bench.controller.snapshot.wantsToPlay).toBe(true);
});

it("the sync controller steps by single frames, and lands on each once", () => {
  const bench = aBench([{}, {}], { durationS: 2 });
  bench.run(100);
  const frames: number[] = [];
  for (let step = 0; step < 10; step += 1) {
    bench.controller.step(1);
    bench.run(100);
    frames.push(bench.controller.frame);
  }
  expect(frames).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  bench.controller.step(-3);
  bench.run(100);
  expect(bench.controller.frame).toBe(7);
  bench.controller.step(-100);
  bench.run(100);
  expect(bench.controller.frame).toBe(0);
});

it.each([0.1, 4])("the sync controller keeps together at %f times the speed", (rate) => {
  const bench = aBench([{}, { startLagMs: 200 }], { durationS: 60 });
  bench.controller.setRate(rate);
  bench.controller.play();
  bench.run(2_000);
  expect(Math.max(...bench.watch(3_000, spreadFrames))).toBeLessThan(0.75);
  const [before = 0] = bench.times();
  bench.run(1_000);
  expect((bench.times()[0] ?? 0) - before).toBeCloseTo(rate, 1);
});

it("the sync controller stays paused when the browser forbids to play", async () => {
  const bench = aBench([{ refusesToPlay: true }, { refusesToPlay: true }]);
  bench.controller.play();
  bench.run(100);
  await Promise.resolve();
  await Promise.resolve();
  expect(bench.controller.snapshot).toMatchObject({ status: "paused", wantsToPlay: false });
});

it("the sync controller plays on after the browser paused every clip by itself", () => {
  const bench = aBench([{}, {}]);
  bench.controller.play();
  bench.run(500);
  for (const element of bench.elements) element.pause();
  bench.run(1_000);
  expect(Math.min(...bench.times())).toBeGreaterThan(1.2);
});

it("the sync controller does not wait in each loop for a clip that it gave up", () => {
  const bench = aBench([{}, { readyAtMs: Number.POSITIVE_INFINITY }], { durationS: 2 });
  bench.controller.play();
  bench.run(11_000);
  expect(bench.controller.snapshot.states[1]).toBe("lost");
  const times = bench.watch(6_000, ([first = 0]) => first);
  const turns = times.filter((timeS, at) => timeS < (times[at - 1] ?? 0)).length;
  expect(turns).toBeGreaterThanOrEqual(2);
});

it("the sync controller shows no clip as loading while it is only moved", () => {
  const bench = aBench([{}, {}]);
  bench.run(100);
  bench.controller.step(1);
  expect(bench.controller.snapshot.states).toEqual({ 0: "live", 1: "live" });
});

it("the sync controller has a place and a length before anything is known", () => {
  const controller = new SyncController({ tracks: [], fps: FPS, clock: aBench([]).clock, onChange: () => undefined });
  expect([controller.timeS, controller.durationS, controller.frame]).toEqual([0, 0, 0]);
});
