import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, readText } from "../repository.ts";
import { runCommand } from "../run-command.ts";

const long = (lines: number): string => Array.from({ length: lines }, (_, index) => `  total += ${index};`).join("\n");

/** One violation of each configured lint rule, in a file of its own. */
const BREACHES: Readonly<Record<string, { file: string; text: string }>> = {
  noProcessEnv: { file: "apps/server/src/reads.ts", text: "export const home = process.env.HOME;" },
  noConsole: { file: "apps/server/src/talks.ts", text: 'export const talk = () => console.log("hello");' },
  noExplicitAny: { file: "apps/server/src/loose.ts", text: "export const loose = (value: any) => String(value);" },
  noNonNullAssertion: {
    file: "apps/server/src/sure.ts",
    text: "export const sure = (list: string[]) => list[0]!.length;",
  },
  noEnum: { file: "apps/server/src/kinds.ts", text: "export enum Kind { One, Two }" },
  noDefaultExport: { file: "apps/server/src/only.ts", text: "export default 1;" },
  useImportType: {
    file: "apps/server/src/types.ts",
    text: 'import { Shape } from "./shape.ts"; export const area = (shape: Shape): number => shape;',
  },
  useFilenamingConvention: { file: "apps/server/src/CamelCase.ts", text: "export const camel = 1;" },
  noExcessiveLinesPerFunction: {
    file: "apps/server/src/long-function.ts",
    text: `export const sum = () => {\n  let total = 0;\n${long(81)}\n  return total;\n};`,
  },
  noExcessiveLinesPerFile: {
    file: "apps/server/src/long-file.ts",
    text: Array.from({ length: 401 }, (_, index) => `export const n${index} = ${index};`).join("\n"),
  },
  noExcessiveCognitiveComplexity: {
    file: "apps/server/src/knot.ts",
    text: `export const knot = (a: number) => { ${"if (a > 1) { for (;;) { ".repeat(4)} ${"} }".repeat(4)} return a; };`,
  },
  noBarrelFile: { file: "apps/web/src/ui/index.ts", text: 'export { Shape } from "../shape.ts";' },
  noReExportAll: { file: "apps/web/src/ui/all.ts", text: 'export * from "../shape.ts";' },
  noFloatingPromises: {
    file: "apps/server/src/floating.ts",
    text: "const later = async (): Promise<number> => 1; export const start = () => { later(); };",
  },
  noFocusedTests: {
    file: "apps/server/src/a.test.ts",
    text: `import { it } from "vitest"; it["only"]("x", () => {}); it.${"only"}("y", () => {});`,
  },
  noSkippedTests: {
    file: "apps/server/src/b.test.ts",
    text: `import { it } from "vitest"; it.${"skip"}("x", () => {});`,
  },
};

const AROUND: Readonly<Record<string, string>> = {
  "apps/server/src/shape.ts": "export type Shape = number;",
  "apps/web/src/shape.ts": "export type Shape = number;",
  "package.json": '{ "type": "module" }',
};

interface Diagnostic {
  category: string;
  severity: string;
  location: { path: string | { file: string } };
}

let root: string;
let found: string[];

const fileOf = ({ location }: Diagnostic): string =>
  typeof location.path === "string" ? location.path : location.path.file;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "lint-"));
  const planted = Object.values(BREACHES).map(({ file, text }) => [file, text] as const);
  for (const [file, text] of [...planted, ...Object.entries(AROUND), ["biome.json", readText("biome.json")] as const]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${text}\n`);
  }
  const args = ["lint", ".", "--reporter=json", "--max-diagnostics=1000"];
  const { stdout } = await runCommand(path.join(ROOT, "node_modules/.bin/biome"), args, root);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  found = diagnostics
    .filter(({ severity }) => severity === "error")
    .map((each) => `${each.category.split("/").at(-1)} ${path.relative(root, path.resolve(root, fileOf(each)))}`);
});

afterAll(() => rmSync(root, { recursive: true }));

describe("lint rules of the house are errors", () => {
  it.each(Object.entries(BREACHES))("the rule %s is reported as an error", (rule, { file }) => {
    expect(found).toContain(`${rule} ${file}`);
  });
});
