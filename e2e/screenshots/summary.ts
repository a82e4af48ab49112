import path from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { ROOT } from "../harness/fresh-build.ts";
import { THEMES } from "../visual-states/theme.ts";
import { PICTURE, PICTURE_FOLDER, SIZES } from "./picture-files.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours the reasons in a terminal begins with one.
const COLOURS = /\u001b\[[\d;]*m/g;
const MAX_REASON_LINES = 12;

const reasonOf = ({ errors, status }: TestResult): string => {
  const words = errors.map(({ message = "" }) => message.replaceAll(COLOURS, "")).join("\n") || status;
  return words.split("\n").slice(0, MAX_REASON_LINES).join("\n    ");
};

/** Prints one line for each view, and a summary at the end. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a reporter from the default export.
export default class Summary implements Reporter {
  private readonly views = new Map<string, TestResult>();

  printsToStdio(): boolean {
    return true;
  }

  onTestEnd({ title }: TestCase, result: TestResult): void {
    this.views.set(title, result);
    const mark = result.status === "passed" ? "ok  " : "FAIL";
    process.stdout.write(`${mark} ${title} (${(result.duration / 1_000).toFixed(1)} s)\n`);
  }

  onError({ message = "" }: { message?: string }): void {
    process.stderr.write(`${message}\n`);
  }

  onEnd(): void {
    const results = [...this.views];
    const failed = results.filter(([, { status }]) => status !== "passed");
    for (const [title, result] of failed) process.stdout.write(`\n${title} failed:\n    ${reasonOf(result)}\n`);
    const pictures = results.flatMap(([, { annotations }]) => annotations.filter(({ type }) => type === PICTURE));
    const combinations = `${THEMES.length} themes × ${SIZES.length} sizes`;
    process.stdout.write(
      `\n${results.length} views, ${pictures.length} pictures (${combinations}), ${failed.length} failed\n` +
        `The pictures are in ${path.relative(ROOT, PICTURE_FOLDER)}\n`,
    );
  }
}
