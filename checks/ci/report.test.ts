import { expect, it } from "vitest";
import { tableOf } from "./report.ts";

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
