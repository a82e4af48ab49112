import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countCodeLines, findSmallFiles } from "./small-files.ts";

const trees: string[] = [];

const plant = (files: Record<string, string>): string => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "small-files-")));
  trees.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
};

afterAll(() => {
  for (const root of trees) rmSync(root, { recursive: true });
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `export const value${index} = ${index};\n`).join("");

const uses = (file: string): string => `import { value0 } from "${file}";\nexport const used = value0;\n`;

const faultsOf = (files: Record<string, string>): readonly string[] => findSmallFiles(plant(files)).faults;

describe("the check for small files", () => {
  it("refuses a file of 14 lines that only its neighbour imports", () => {
    expect(faultsOf({ "a/small.ts": lines(14), "a/user.ts": uses("./small.ts") })).toEqual([
      "a/small.ts has 14 lines of code and one importer: merge it into a/user.ts",
    ]);
  });

  it("counts an import of a type as an import", () => {
    const user = 'import type { Shape } from "./shape.ts";\nexport const used: Shape = 1;\n';
    expect(faultsOf({ "a/shape.ts": "export type Shape = 1;\n", "a/user.ts": user })).toHaveLength(1);
  });

  it.each([
    ["15 lines", { "a/file.ts": lines(15), "a/user.ts": uses("./file.ts") }],
    ["a second importer", { "a/file.ts": lines(1), "a/user.ts": uses("./file.ts"), "b/user.ts": uses("../a/file.ts") }],
    [
      "a test of its own",
      { "a/file.ts": lines(1), "a/user.ts": uses("./file.ts"), "a/file.test.ts": uses("./file.ts") },
    ],
    ["its importer in another folder", { "a/file.ts": lines(1), "b/user.ts": uses("../a/file.ts") }],
    ["an index that exports it", { "a/file.ts": lines(1), "a/index.ts": 'export { value0 } from "./file.ts";' }],
    ["no importer", { "a/file.ts": lines(1) }],
    ["a name that a program looks for", { "a/run.workflow.ts": lines(1), "a/user.ts": uses("./run.workflow.ts") }],
  ])("allows a file with %s", (_what, files) => {
    expect(faultsOf(files)).toEqual([]);
  });

  it("refuses an empty tree", () => {
    expect(faultsOf({ "README.md": "" })).toEqual(["no source file was found"]);
  });

  it("counts neither imports nor comments nor blank lines", () => {
    const text =
      'import {\n  a,\n} from "./a.ts";\n\n/**\n * Why.\n */\nexport const b = a; // same\n\nexport const c = b;\n';
    expect(countCodeLines("b.ts", text)).toBe(2);
  });
});
