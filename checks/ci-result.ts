import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Counts, countsOf, sum } from "./ci-counts.ts";
import { print } from "./outcome.ts";

const SUFFIX = ".counts.json";

const read = (file: string): object | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : undefined;

const noteStage = (folder: string, name: string, status: number, seconds: string): void => {
  const counts = countsOf(status, read(path.join(folder, `${name}.json`)));
  writeFileSync(path.join(folder, `${name}${SUFFIX}`), JSON.stringify(counts));
  print(`── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
};

const printTotal = (folder: string): void => {
  const files = readdirSync(folder).filter((file) => file.endsWith(SUFFIX));
  const { passed, failed } = sum(files.map((file) => read(path.join(folder, file)) as Counts));
  print(`${passed} passed, ${failed} failed`);
};

const [folder = ".", name, status = "0", seconds = "0"] = process.argv.slice(2);
if (name === undefined) printTotal(folder);
else noteStage(folder, name, Number(status), seconds);
