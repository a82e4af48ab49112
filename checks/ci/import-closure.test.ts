import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImportGraph, readImportGraph } from "./import-closure.ts";

const FILES: Readonly<Record<string, string>> = {
  "packages/shapes/package.json": '{ "exports": { ".": "./src/index.ts", "./*": "./src/*.ts" } }',
  "packages/shapes/src/index.ts": 'export * from "./circle.ts";\nexport { square as box } from "./square.ts";\n',
  "packages/shapes/src/circle.ts": 'import { pi } from "./numbers.ts";\nexport const circle = pi;\n',
  "packages/shapes/src/square.ts": "export const square = 4;\n",
  "packages/shapes/src/numbers.ts": "export const pi = 3;\n",
  "apps/one.ts": 'import { circle } from "@dailies/shapes";\nexport const one = circle;\n',
  "apps/two.ts":
    'import { box } from "@dailies/shapes";\nimport type { one } from "./one.ts";\nexport const two = box;\n',
  "apps/three.ts": 'import * as shapes from "@dailies/shapes";\nexport const three = shapes;\n',
  "apps/four.ts": 'const run = () => import("./two.ts");\nconst thread = new URL("./thread.ts", import.meta.url);\n',
  "apps/thread.ts": 'import "./effect.ts";\n',
  "apps/effect.ts": "globalThis.effect = true;\n",
  "apps/style.tsx": 'import styles from "./style.module.css";\nimport { gone } from "./gone.ts";\n',
  "apps/style.module.css": ".a {}\n",
};

describe("the import graph", () => {
  let root = "";
  let graph: ImportGraph;

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "dailies-graph-"));
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    graph = readImportGraph(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const closureOf = (...entries: string[]): string[] => [...graph.closureOf(entries)].sort();

  it("follows a name through a barrel to the file that defines it, and to nothing else there", () => {
    expect(closureOf("apps/one.ts")).toEqual([
      "apps/one.ts",
      "packages/shapes/src/circle.ts",
      "packages/shapes/src/numbers.ts",
    ]);
  });

  it("follows a renamed export and leaves imports of types alone", () => {
    expect(closureOf("apps/two.ts")).toEqual(["apps/two.ts", "packages/shapes/src/square.ts"]);
  });

  it("takes all of a module that is imported as a whole", () => {
    expect(closureOf("apps/three.ts")).toHaveLength(5);
  });

  it("follows dynamic imports and files that are loaded by their address", () => {
    expect(closureOf("apps/four.ts")).toEqual([
      "apps/effect.ts",
      "apps/four.ts",
      "apps/thread.ts",
      "apps/two.ts",
      "packages/shapes/src/square.ts",
    ]);
  });

  it("counts files that are no code, and passes over what is not there", () => {
    expect(closureOf("apps/style.tsx")).toEqual(["apps/style.module.css", "apps/style.tsx"]);
  });

  it("starts at one name of a file where that is asked for", () => {
    expect(closureOf("packages/shapes/src/index.ts#box")).toEqual(["packages/shapes/src/square.ts"]);
  });
});
