import { stripVTControlCharacters } from "node:util";
import { isSecondTry } from "./counts.ts";

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
}

const LONGEST = 400;
/** An assertion prints the expected and actual values in the lines after the first. */
const LINES = 6;

const beginning = (text = ""): string =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "" && !line.startsWith("at "))
    .slice(0, LINES)
    .join(" | ")
    .slice(0, LONGEST);

const fileTail = (file: string): string => file.split("/").slice(-2).join("/");

const inVitest = (files: readonly VitestFile[]): string[] =>
  files.flatMap((file) => {
    const lines = file.assertionResults
      .filter((test) => test.status === "failed" || isSecondTry(test))
      .map(({ fullName, status, failureMessages }) => {
        const verdict = status === "failed" ? "failed" : "second try";
        return `${verdict}: ${fileTail(file.name)} › ${fullName}: ${beginning(failureMessages?.[0])}`;
      });
    // A file that did not even load has no tests.
    const isBroken = file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed");
    return isBroken ? [...lines, `failed: ${fileTail(file.name)}: ${beginning(file.message)}`] : lines;
  });

const VERDICTS: Record<string, string> = { unexpected: "failed", flaky: "second try" };

const inPlaywright = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...inPlaywright(inner),
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status in VERDICTS)
        .map(({ status, results }) => {
          const message = results.find(({ error }) => error !== undefined)?.error?.message;
          return `${VERDICTS[status]}: ${file} › ${title}: ${beginning(message)}`;
        }),
    ),
  ]);

/** One line for each test that failed or was retried, from the runner's report. */
export const troublesIn = (report: object): string[] => {
  if ("testResults" in report) return inVitest(report.testResults as VitestFile[]);
  return "suites" in report ? inPlaywright(report.suites as PlaywrightSuite[]) : [];
};
