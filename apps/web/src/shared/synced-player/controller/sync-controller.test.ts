import { expect, it } from "vitest";
import { SyncController } from "./sync-controller.ts";
import { aTestPlayer } from "./testing/pretended-tracks.ts";

const FPS = 24;
const spreadFrames = (times: readonly number[]): number => (Math.max(...times) - Math.min(...times)) * FPS;

it("the sync controller starts no clip before all can play, and then all", () => {
  const player = aTestPlayer([{ readyAtMs: 0 }, { readyAtMs: 900 }]);
  player.controller.play();
  player.run(800);
  expect(player.times()).toEqual([0, 0]);
  player.run(1_200);
  expect(player.controller.snapshot.status).toBe("playing");
  expect(Math.min(...player.times())).toBeGreaterThan(0.8);
});

it("the sync controller brings clips that started one after the other onto one clock", () => {
  const player = aTestPlayer([{}, { startLagMs: 150 }, { startLagMs: 300 }, { startLagMs: 450 }]);
  player.controller.play();
  player.run(1_500);
  expect(spreadFrames(player.times())).toBeLessThan(0.5);
  const spreads = player.watch(3_000, spreadFrames);
  expect(Math.max(...spreads)).toBeLessThan(0.5);
});

it("the sync controller holds the others within a frame and a half while one stalls, and goes on with it", () => {
  const player = aTestPlayer([{}, {}, {}]);
  player.controller.play();
  player.run(2_000);
  player.stall(1, 400);
  expect(Math.max(...player.watch(400, spreadFrames))).toBeLessThan(1.5);
  player.run(1_000);
  expect(spreadFrames(player.times())).toBeLessThan(0.5);
  expect(player.controller.snapshot.states).toEqual({ 0: "live", 1: "live", 2: "live" });
});

it("the sync controller corrects a drift without pausing any clip", () => {
  const player = aTestPlayer([{ drift: 1.004 }, {}], { durationS: 60 });
  player.controller.play();
  player.run(500);
  const pausesBefore = player.pauses();
  expect(Math.max(...player.watch(20_000, spreadFrames))).toBeLessThan(0.5);
  expect(player.pauses()).toBe(pausesBefore);
});

it("the sync controller drops a clip that stalls for ever, reports it, and takes it back at the next seek", () => {
  const player = aTestPlayer([{}, {}, {}], { durationS: 60 });
  player.controller.play();
  player.run(1_000);
  player.stall(2, 12_000);
  player.run(5_500);
  expect(player.controller.snapshot.states).toEqual({ 0: "live", 1: "live", 2: "lost" });
  const [before = 0] = player.times();
  player.run(2_000);
  expect((player.times()[0] ?? 0) - before).toBeGreaterThan(1.8);
  player.run(6_000);
  player.controller.seek(3);
  player.run(1_000);
  expect(player.controller.snapshot.states[2]).toBe("live");
  expect(spreadFrames(player.times())).toBeLessThan(0.5);
});

it("the sync controller goes on without a clip that never comes, and without one that is broken", () => {
  const player = aTestPlayer([{}, { readyAtMs: Number.POSITIVE_INFINITY }, { error: new Error("decode") }]);
  player.controller.play();
  player.run(9_000);
  expect(player.controller.snapshot.status).toBe("gathering");
  player.run(2_000);
  expect(player.controller.snapshot.states).toEqual({ 0: "live", 1: "lost", 2: "failed" });
  expect(player.times()[0]).toBeGreaterThan(0.5);
});

it("the sync controller holds the last frame of a shorter clip until the longest has ended", () => {
  const player = aTestPlayer([{ durationS: 1 }, { durationS: 3 }]);
  player.controller.setLooping(false);
  player.controller.play();
  player.run(2_000);
  expect(player.controller.snapshot.states).toEqual({ 0: "ended", 1: "live" });
  player.run(2_000);
  expect(player.controller.snapshot).toMatchObject({ status: "paused", wantsToPlay: false });
  player.controller.play();
  player.run(300);
  expect(player.controller.snapshot.states).toEqual({ 0: "live", 1: "live" });
  expect(player.controller.timeS).toBeLessThan(0.5);
});

it("the sync controller repeats the selected range", () => {
  const player = aTestPlayer([{}, {}], { durationS: 10 });
  player.controller.setLoop({ fromS: 2, toS: 3 });
  player.controller.seek(2);
  player.controller.play();
  const times = player.watch(5_000, ([first = 0]) => first);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1.99);
  expect(Math.max(...times)).toBeLessThan(3.1);
  expect(player.controller.snapshot.wantsToPlay).toBe(true);
});

it("the sync controller steps by single frames, and lands on each once", () => {
  const player = aTestPlayer([{}, {}], { durationS: 2 });
  player.run(100);
  const frames: number[] = [];
  for (let step = 0; step < 10; step += 1) {
    player.controller.step(1);
    player.run(100);
    frames.push(player.controller.frame);
  }
  expect(frames).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  player.controller.step(-3);
  player.run(100);
  expect(player.controller.frame).toBe(7);
  player.controller.step(-100);
  player.run(100);
  expect(player.controller.frame).toBe(0);
});

it.each([0.1, 4])("the sync controller keeps together at %f times the speed", (rate) => {
  const player = aTestPlayer([{}, { startLagMs: 200 }], { durationS: 60 });
  player.controller.setRate(rate);
  player.controller.play();
  player.run(2_000);
  expect(Math.max(...player.watch(3_000, spreadFrames))).toBeLessThan(0.75);
  const [before = 0] = player.times();
  player.run(1_000);
  expect((player.times()[0] ?? 0) - before).toBeCloseTo(rate, 1);
});

it("the sync controller stays paused when the browser forbids to play", async () => {
  const player = aTestPlayer([{ refusesToPlay: true }, { refusesToPlay: true }]);
  player.controller.play();
  player.run(100);
  await Promise.resolve();
  await Promise.resolve();
  expect(player.controller.snapshot).toMatchObject({ status: "paused", wantsToPlay: false });
});

it("the sync controller plays on after the browser paused every clip by itself", () => {
  const player = aTestPlayer([{}, {}]);
  player.controller.play();
  player.run(500);
  for (const element of player.elements) element.pause();
  player.run(1_000);
  expect(Math.min(...player.times())).toBeGreaterThan(1.2);
});

it("the sync controller does not wait in each loop for a clip that it gave up", () => {
  const player = aTestPlayer([{}, { readyAtMs: Number.POSITIVE_INFINITY }], { durationS: 2 });
  player.controller.play();
  player.run(11_000);
  expect(player.controller.snapshot.states[1]).toBe("lost");
  const times = player.watch(6_000, ([first = 0]) => first);
  const turns = times.filter((timeS, at) => timeS < (times[at - 1] ?? 0)).length;
  expect(turns).toBeGreaterThanOrEqual(2);
});

it("the sync controller shows no clip as loading while it is only moved", () => {
  const player = aTestPlayer([{}, {}]);
  player.run(100);
  player.controller.step(1);
  expect(player.controller.snapshot.states).toEqual({ 0: "live", 1: "live" });
});

it("the sync controller has a place and a length before anything is known", () => {
  const controller = new SyncController({
    tracks: [],
    fps: FPS,
    clock: aTestPlayer([]).clock,
    onChange: () => undefined,
  });
  expect([controller.timeS, controller.durationS, controller.frame]).toEqual([0, 0, 0]);
});
