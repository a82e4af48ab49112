import { expect, it } from "vitest";
import { isUnderWay, partsPerSecond, shareDone, stateOf } from "./dataset.rules.ts";
import { aDataset, aRun } from "./testing/a-dataset.ts";

it("the dataset status shows the run before the files", () => {
  expect(stateOf(aDataset(1, { run: aRun({ status: "Waiting" }) }))).toBe("indexing");
  expect(stateOf(aDataset(1, { run: aRun({ status: "Failed" }) }))).toBe("failed");
  expect(stateOf(aDataset(1, { run: aRun({ status: "Cancelled" }), version: null }))).toBe("cancelled");
  expect(stateOf(aDataset(1, { run: aRun({ status: "Cancelled" }) }))).toBe("health");
  expect(stateOf(aDataset(1, { run: null }))).toBe("health");
  expect(isUnderWay({ run: aRun({ status: "Running" }) })).toBe(true);
});

it("the progress has no percentage before the parts are counted, and no rate before one is done", () => {
  expect(shareDone(aRun({ parts_total: null }))).toBeUndefined();
  expect(shareDone(aRun({ parts_done: 1, parts_total: 4 }))).toBe(0.25);
  const run = aRun({ parts_done: 10, started_at: "2026-01-01T00:00:00Z" });
  expect(partsPerSecond(run, Date.parse("2026-01-01T00:00:05Z"))).toBe(2);
  expect(partsPerSecond({ ...run, parts_done: 0 }, Date.parse("2026-01-01T00:00:05Z"))).toBeUndefined();
});
