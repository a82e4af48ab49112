import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Counts, countsOf, sum } from "./ci-counts.ts";
import { troublesIn } from "./ci-failures.ts";
import { print } from "./outcome.ts";

const SUFFIX = ".counts.json";

const read = (file: string): object | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : undefined;

const noteStage = (folder: string, name: string, status: number, seconds: string): void => {
  const counts = countsOf(status, read(path.join(folder, `${name}.json`)));
  writeFileSync(path.join(folder, `${name}${SUFFIX}`), JSON.stringify(counts));
  print(`── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
};

/** Again at the very end, where nobody has to look for it in an hour of output. */
const printTroubles = (folder: string): void => {
  const reports = readdirSync(folder).filter((file) => file.endsWith(".json") && !file.endsWith(SUFFIX));
  for (const line of reports.flatMap((file) => troublesIn(read(path.join(folder, file)) ?? {}))) print(line);
};

const printTotal = (folder: string): void => {
  const files = readdirSync(folder).filter((file) => file.endsWith(SUFFIX));
  printTroubles(folder);
  const { passed, failed } = sum(files.map((file) => read(path.join(folder, file)) as Counts));
  print(`${passed} passed, ${failed} failed`);
};

const [folder = ".", name, status = "0", seconds = "0"] = process.argv.slice(2);
if (name === undefined) printTotal(folder);
else noteStage(folder, name, Number(status), seconds);
