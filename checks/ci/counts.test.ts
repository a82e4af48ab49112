import { describe, expect, it } from "vitest";
import { countsOf, failSecondTries, secondTriesIn, sum, VOID_STATUS } from "./counts.ts";

describe("counts of a stage", () => {
  it("counts a stage without a report as one", () => {
    expect(countsOf(0, undefined)).toEqual({ passed: 1, failed: 0 });
    expect(countsOf(2, undefined)).toEqual({ passed: 0, failed: 1 });
  });

  it("reads what each runner leaves behind", () => {
    expect(countsOf(0, { numPassedTests: 90, numFailedTests: 0, success: true })).toEqual({ passed: 90, failed: 0 });
    expect(countsOf(1, { stats: { expected: 9, unexpected: 1, flaky: 1 } })).toEqual({ passed: 10, failed: 1 });
    expect(countsOf(1, { passed: 12, failed: 1 })).toEqual({ passed: 12, failed: 1 });
  });

  it("never count a failed exit as a clean one", () => {
    expect(countsOf(1, { numPassedTests: 90, numFailedTests: 0 })).toEqual({ passed: 90, failed: 1 });
    expect(countsOf(1, { something: "else" })).toEqual({ passed: 0, failed: 1 });
  });

  it("counts a void stage neither as passed nor as failed", () => {
    expect(countsOf(VOID_STATUS, undefined)).toEqual({ passed: 0, failed: 0 });
  });

  it("find second tries in the reports of both runners", () => {
    const test = (status: string, ...failureMessages: string[]) => ({ status, failureMessages });
    const assertionResults = [test("passed"), test("passed", "too slow"), test("failed", "wrong")];
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [{ assertionResults }] };
    expect(secondTriesIn(report)).toBe(1);
    expect(secondTriesIn({ stats: { expected: 9, unexpected: 1, flaky: 2 } })).toBe(2);
    expect(secondTriesIn({ passed: 3, failed: 1 })).toBe(0);
  });

  it("count a second try as failed where nothing excuses it", () => {
    expect(failSecondTries({ passed: 10, failed: 1 }, 2)).toEqual({ passed: 8, failed: 3 });
  });

  it("adds up passed and failed tests", () => {
    expect(
      sum([
        { passed: 1, failed: 2 },
        { passed: 3, failed: 4 },
      ]),
    ).toEqual({ passed: 4, failed: 6 });
  });
});
