import { expect, it } from "vitest";
import { troublesIn } from "./failures.ts";

it("the failure report names a failed test, and a file that did not even load", () => {
  const report = {
    testResults: [
      {
        name: "/somewhere/src/money.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "money adds", status: "passed", failureMessages: [] },
          { fullName: "money waits", status: "passed", failureMessages: ["too slow\n    at money.ts:1"] },
          { fullName: "money rounds", status: "failed", failureMessages: ["expected 1 to be 2\n    at money.ts:1"] },
        ],
      },
      { name: "/somewhere/src/broken.test.ts", status: "failed", message: "cannot load", assertionResults: [] },
    ],
  };
  expect(troublesIn(report)).toEqual([
    "second try: src/money.test.ts › money waits: too slow",
    "failed: src/money.test.ts › money rounds: expected 1 to be 2",
    "failed: src/broken.test.ts: cannot load",
  ]);
});

it("the failure report tells a journey that failed from one that needed its second try", () => {
  const spec = (title: string, status: string) => ({
    file: "grid.e2e.ts",
    title,
    tests: [
      {
        status,
        results: [{ error: { message: "\u001b[31mtoo slow\u001b[39m\n\n  Expected: visible\n    at grid.ts:1" } }],
      },
    ],
  });
  const report = {
    stats: {},
    suites: [
      { specs: [spec("one", "expected")], suites: [{ specs: [spec("two", "flaky"), spec("three", "unexpected")] }] },
    ],
  };
  expect(troublesIn(report)).toEqual([
    "second try: grid.e2e.ts › two: too slow | Expected: visible",
    "failed: grid.e2e.ts › three: too slow | Expected: visible",
  ]);
});

it("the failure report is empty for a report of counts", () => {
  expect(troublesIn({ passed: 1, failed: 0 })).toEqual([]);
});
