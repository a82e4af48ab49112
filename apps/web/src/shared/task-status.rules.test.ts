import { expect, it } from "vitest";
import { shownStatus } from "./task-status.rules.ts";

const DONE = {
  total: 48,
  waiting: 0,
  queued: 0,
  running: 0,
  succeeded: 44,
  failed: 4,
  cancelled: 0,
  excluded: 0,
};

it("a task whose cells have all ended is generated and ready to judge", () => {
  expect(shownStatus("Generating", DONE)).toBe("Generated");
});

it("a task with a cell that waits, is queued or runs is generating", () => {
  for (const part of ["waiting", "queued", "running"]) {
    expect(shownStatus("Generating", { ...DONE, succeeded: 43, [part]: 1 })).toBe("Generating");
  }
});

it("a task whose cells all failed has generated nothing", () => {
  expect(shownStatus("Generating", { ...DONE, succeeded: 0, failed: 48 })).toBe("NothingGenerated");
});

it("every other status, and a task without progress, is shown as it is", () => {
  expect(shownStatus("Benchmarking", DONE)).toBe("Benchmarking");
  expect(shownStatus("Generating", null)).toBe("Generating");
});
