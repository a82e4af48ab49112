import { expect, it } from "vitest";
import { aCall } from "../testing/a-call.ts";
import { isUnderWay, latencyMs, seedOf, toggleMark, waitMs, workMs } from "./call.rules.ts";

it("a call is unfinished until it has a final status", () => {
  const under = (["Pending", "Queued", "Running", "Succeeded", "Failed", "Cancelled", "Expired"] as const).filter(
    (status) => isUnderWay({ status }),
  );
  expect(under).toEqual(["Pending", "Queued", "Running"]);
});

it("waiting and working time are measured separately, and neither before it is over", () => {
  const call = aCall(1, {
    queued_at: "2026-11-15T08:00:00Z",
    started_at: "2026-11-15T08:00:02Z",
    finished_at: "2026-11-15T08:00:07Z",
  });
  expect([waitMs(call), workMs(call), latencyMs(call)]).toEqual([2_000, 5_000, 7_000]);
  expect(latencyMs({ ...call, finished_at: null })).toBeUndefined();
});

it("the seed that was used is shown before the one that was asked for", () => {
  expect(seedOf(aCall(1, { seed_used: 7, seed_requested: 3 }))).toBe(7);
  expect(seedOf(aCall(1, { seed_used: null, seed_requested: 3 }))).toBe(3);
  expect(seedOf(aCall(1, { seed_used: null, seed_requested: null }))).toBeUndefined();
});

it("the comparison keeps at most four marked calls and drops the oldest", () => {
  expect(toggleMark(["a", "b"], "a")).toEqual(["b"]);
  expect(toggleMark(["a", "b", "c", "d"], "e")).toEqual(["b", "c", "d", "e"]);
});
