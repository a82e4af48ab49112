import { GENERATION_STATUSES } from "@dailies/contract";
import { expect, it } from "vitest";
import { offersOf, progressOf, shareDone } from "./benchmark.rules.ts";
import { aBenchmark } from "./testing/a-benchmark.ts";

const moving = { total: 6, waiting: 0, queued: 1, running: 1, succeeded: 0, failed: 3, cancelled: 1, excluded: 0 };

const offered = (status: (typeof GENERATION_STATUSES)[number]): string[] =>
  Object.entries(offersOf(aBenchmark({ status, progress: moving })))
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name)
    .sort();

it("the benchmark offers in each status what the server would allow", () => {
  expect(Object.fromEntries(GENERATION_STATUSES.map((status) => [status, offered(status)]))).toEqual({
    Init: ["canAdd", "canEdit", "canExcludeRows", "canGenerate", "canSet"],
    Generating: [
      "canAdd",
      "canCancel",
      "canDecide",
      "canExcludeRows",
      "canRegenerate",
      "canReset",
      "canRetry",
      "canSet",
      "canStartEvaluation",
    ],
    Benchmarking: ["canCancel", "canRegenerate", "canSet", "canStopEvaluation", "makesStale"],
    Finished: [],
  });
});

it("the benchmark offers nothing to somebody else, and no reset once a clip exists", () => {
  expect(Object.values(offersOf(aBenchmark({ is_mine: false })))).not.toContain(true);
  expect(offersOf(aBenchmark()).canReset).toBe(false);
});

it("the progress counts the finished cells of all that are not excluded", () => {
  expect(shareDone({ ...moving, excluded: 1 })).toBeCloseTo(4 / 5);
  expect(shareDone(progressOf({ progress: null }))).toBe(0);
});
