import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Counts, countsOf, failSecondTries, secondTriesIn, sum, VOID_STATUS } from "./counts.ts";
import { troublesIn } from "./failures.ts";

export interface StageResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly secondTries: number;
  readonly isVoid: boolean;
}

const readReport = (results: string, name: string): object | undefined => {
  const file = path.join(results, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : undefined;
};

interface Ended {
  readonly name: string;
  readonly status: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Whether neighbours took so much of the machine that a test may have failed for it. */
  readonly isDisturbed: boolean;
}

export const resultOf = (results: string, ended: Ended): StageResult => {
  const { name, status, seconds, processorSeconds, isDisturbed } = ended;
  const report = readReport(results, name);
  const secondTries = secondTriesIn(report);
  const counts = countsOf(status, report);
  const judged = isDisturbed ? counts : failSecondTries(counts, secondTries);
  return { name, seconds, processorSeconds, ...judged, secondTries, isVoid: status === VOID_STATUS };
};

/** One line for each test that failed or was retried; repeated at the end of the output, where it is easy to find. */
export const troublesOf = (results: string, names: readonly string[]): string[] =>
  names.flatMap((name) => troublesIn(readReport(results, name) ?? {}));

const COLUMNS = ["stage", "seconds", "processor seconds", "tests", "failed", "second tries"] as const;

/** A Markdown table in the format of `docs/ci.md`. */
export const tableOf = (stages: readonly StageResult[]): string[] => {
  const rows = stages.map(({ name, seconds, processorSeconds, passed, failed, secondTries }) => [
    name,
    seconds.toFixed(0),
    processorSeconds.toFixed(0),
    `${passed + failed}`,
    `${failed}`,
    `${secondTries}`,
  ]);
  const total = sum(stages);
  const add = (pick: (stage: StageResult) => number): string =>
    stages.reduce((all, each) => all + pick(each), 0).toFixed(0);
  rows.push([
    "sum",
    add(({ seconds }) => seconds),
    add(({ processorSeconds }) => processorSeconds),
    `${total.passed + total.failed}`,
    `${total.failed}`,
    add(({ secondTries }) => secondTries),
  ]);
  const widths = COLUMNS.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line([...COLUMNS]), rule, ...rows.map(line)];
};
