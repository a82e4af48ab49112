import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { resultOf, tableOf } from "./report.ts";

it("the CI report prints one row for each stage and their sum", () => {
  const stage = { seconds: 12.4, processorSeconds: 20.1, passed: 3, failed: 0, secondTries: 0, isVoid: false };
  expect(
    tableOf([
      { ...stage, name: "check" },
      { ...stage, name: "e2e", failed: 1, secondTries: 2 },
    ]),
  ).toEqual([
    "| stage | seconds | processor seconds | tests | failed | second tries |",
    "|-------|--------:|------------------:|------:|-------:|-------------:|",
    "| check |      12 |                20 |     3 |      0 |            0 |",
    "| e2e   |      12 |                20 |     4 |      1 |            2 |",
    "| sum   |      25 |                40 |     7 |      1 |            2 |",
  ]);
});

it("the CI report counts a second try as a failure unless neighbours took much of the machine", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "report-"));
  const ended = { name: "e2e", status: 0, seconds: 1, processorSeconds: 1 };
  try {
    writeFileSync(path.join(folder, "e2e.json"), JSON.stringify({ stats: { expected: 9, unexpected: 0, flaky: 1 } }));
    expect(resultOf(folder, { ...ended, isDisturbed: false })).toMatchObject({ passed: 9, failed: 1, secondTries: 1 });
    expect(resultOf(folder, { ...ended, isDisturbed: true })).toMatchObject({ passed: 10, failed: 0, secondTries: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
