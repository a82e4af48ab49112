import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkBoundaries, readBoundaries } from "./boundaries.ts";
import { BOUNDARY_RULES, CLOSURE_RULES, NO_CYCLES } from "./boundary-rules.ts";

const trees: string[] = [];

const plant = (files: Record<string, string>): string => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "boundaries-")));
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

const aPackage = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", main: "index.js" }),
  [`node_modules/${name}/index.js`]: "exports.value = 1;",
  [`node_modules/${name}/index.d.ts`]: "export declare const value: number; export type Shape = number;",
});

const surroundings = {
  "tsconfig.base.json": JSON.stringify({
    compilerOptions: { module: "nodenext", target: "es2024", allowImportingTsExtensions: true, noEmit: true },
  }),
  "package.json": JSON.stringify({
    name: "tree",
    type: "module",
    dependencies: { kysely: "1", zod: "1", fastify: "1", "@temporalio/workflow": "1", "@lancedb/lancedb": "1" },
    devDependencies: { "smtp-server": "1" },
  }),
  ...aPackage("kysely"),
  ...aPackage("zod"),
  ...aPackage("fastify"),
  ...aPackage("smtp-server"),
  ...aPackage("@temporalio/workflow"),
  ...aPackage("@lancedb/lancedb"),
};

const healthy = {
  "packages/contract/src/index.ts": 'import { value } from "zod"; export const shape = value;',
  "packages/statistics/src/index.ts": "export const mean = 1;",
  "packages/formats/src/read.ts": "export const read = 1;",
  "apps/server/src/http/edge.ts": "export const edge = 1; export type Edge = number;",
  "apps/server/src/bin/api.ts": 'import { rule } from "../features/alpha/index.ts"; export const api = rule;',
  "apps/server/src/bin/query-process.ts":
    'export const open = () => import("@lancedb/lancedb"); export const answer = open;',
  "apps/server/src/platform/clock.ts": "export const now = 1; export type Clock = number;",
  "apps/server/src/testing/factory.ts": "export const aUser = 1;",
  "apps/server/src/features/alpha/index.ts": 'export { rule } from "./alpha.rules.ts";',
  "apps/server/src/features/alpha/alpha.rules.ts": "export const rule = 1;",
  "apps/server/src/features/alpha/alpha.store.ts": 'import { value } from "kysely"; export const find = value;',
  "apps/server/src/features/alpha/alpha.routes.ts":
    'import { edge } from "../../http/edge.ts"; export const routes = edge;',
  "apps/server/src/features/alpha/do-alpha.ts":
    'import type { Shape } from "kysely"; import type { Edge } from "../../http/edge.ts"; export type Both = Shape | Edge;',
  "apps/server/src/features/alpha/do-alpha.workflow.ts":
    'import { value } from "@temporalio/workflow"; import type { Clock } from "../../platform/clock.ts"; import { rule } from "./alpha.rules.ts"; export const run = (clock: Clock) => value + rule + clock;',
  "apps/server/src/features/beta/do-beta.ts": 'import { rule } from "../alpha/index.ts"; export const beta = rule;',
  "apps/web/src/app/screens.tsx": 'import { one } from "../features/one/one-screen.tsx"; export const screens = [one];',
  "apps/web/src/features/one/one-screen.tsx": 'import { table } from "../../ui/table.tsx"; export const one = table;',
  "apps/web/src/features/two/two-screen.tsx": "export const two = 2;",
  "apps/web/src/ui/table.tsx": "export const table = 1;",
  "apps/web/src/lib/ping.ts": 'import type { Pong } from "./pong.ts"; export type Ping = Pong; export const ping = 1;',
  "apps/web/src/lib/pong.ts": "export type Pong = number; export const pong = 1;",
};

const breaches: Record<string, { file: string; text: string }> = {
  "no-cycles": {
    file: "apps/web/src/lib/left.ts",
    text: 'import { right } from "./right.ts"; export const left = () => right;',
  },
  "api-reads-no-tables": {
    file: "apps/server/src/bin/api.ts",
    text: 'export const open = () => import("@lancedb/lancedb");',
  },
  "contract-is-pure": {
    file: "packages/contract/src/impure.ts",
    text: 'import { value } from "fastify"; export const impure = value;',
  },
  "statistics-are-pure": {
    file: "packages/statistics/src/impure.ts",
    text: 'import { shape } from "../../contract/src/index.ts"; export const impure = shape;',
  },
  "formats-read-bytes-alone": {
    file: "packages/formats/src/storing.ts",
    text: 'import { readFile } from "node:fs/promises"; export const storing = readFile;',
  },
  "web-never-server": {
    file: "apps/web/src/lib/reach.ts",
    text: 'import { edge } from "../../../server/src/http/edge.ts"; export const reach = edge;',
  },
  "server-never-web": {
    file: "apps/server/src/http/reach.ts",
    text: 'import { table } from "../../../web/src/ui/table.tsx"; export const reach = table;',
  },
  "web-features-are-islands": {
    file: "apps/web/src/features/one/bridge.ts",
    text: 'import { two } from "../two/two-screen.tsx"; export const bridge = two;',
  },
  "web-features-know-no-app": {
    file: "apps/web/src/features/two/upward.ts",
    text: 'import { screens } from "../../app/screens.tsx"; export const upward = screens;',
  },
  "web-shared-knows-no-feature": {
    file: "apps/web/src/shared/knowing.ts",
    text: 'import { two } from "../features/two/two-screen.tsx"; export const knowing = two;',
  },
  "server-features-by-front-door": {
    file: "apps/server/src/features/beta/window.ts",
    text: 'import { rule } from "../alpha/alpha.rules.ts"; export const window = rule;',
  },
  "http-only-at-the-edge": {
    file: "apps/server/src/features/beta/serve-beta.ts",
    text: 'import { edge } from "../../http/edge.ts"; export const serve = edge;',
  },
  "platform-knows-no-feature": {
    file: "apps/server/src/platform/knowing.ts",
    text: 'import { rule } from "../features/alpha/index.ts"; export const knowing = rule;',
  },
  "sql-only-in-stores": {
    file: "apps/server/src/features/beta/query-beta.ts",
    text: 'import { value } from "kysely"; export const query = value;',
  },
  "workflows-stay-deterministic": {
    file: "apps/server/src/features/beta/do-beta.workflow.ts",
    text: 'import { now } from "../../platform/clock.ts"; export const run = () => now;',
  },
  "tests-stay-out-of-the-product": {
    file: "apps/server/src/http/pretend.ts",
    text: 'import { aUser } from "../testing/factory.ts"; export const pretend = aUser;',
  },
  "no-development-dependency-in-the-product": {
    file: "apps/server/src/platform/catcher.ts",
    text: 'import { value } from "smtp-server"; export const catcher = value;',
  },
  "no-unresolvable": {
    file: "apps/server/src/platform/nowhere.ts",
    text: 'import { nothing } from "./not-there.ts"; export const nowhere = nothing;',
  },
  "imports-name-their-file": {
    file: "apps/server/src/platform/guessing.ts",
    text: 'import { now } from "./clock"; export const guessing = now;',
  },
};

/** Other ways to write an import that breaks a rule, and packages with a nested entry. */
const disguises: Record<string, { rule: string; text: string }> = {
  "apps/server/src/features/beta/lazy.ts": {
    rule: "http-only-at-the-edge",
    text: 'export const lazy = () => import("../../http/edge.ts");',
  },
  "apps/server/src/features/beta/template.ts": {
    rule: "http-only-at-the-edge",
    text: "export const lazy = () => import(`../../http/edge.ts`);",
  },
  "apps/server/src/features/beta/handing-on.ts": {
    rule: "http-only-at-the-edge",
    text: 'export { edge } from "../../http/edge.ts";',
  },
  "apps/server/src/features/beta/handing-all-on.ts": {
    rule: "http-only-at-the-edge",
    text: 'export * from "../../http/edge.ts";',
  },
  "apps/server/src/features/beta/for-its-effect.ts": {
    rule: "http-only-at-the-edge",
    text: 'import "../../http/edge.ts";',
  },
  "apps/server/src/features/beta/half-a-type.ts": {
    rule: "http-only-at-the-edge",
    text: 'import { edge, type Edge } from "../../http/edge.ts"; export const half: Edge = edge;',
  },
  "apps/server/src/features/beta/required.ts": {
    rule: "http-only-at-the-edge",
    text: 'declare const require: (name: string) => unknown; export const edge = require("../../http/edge.ts");',
  },
  "apps/server/src/features/beta/type-of-module.ts": {
    rule: "server-features-by-front-door",
    text: 'export type Rules = typeof import("../alpha/alpha.rules.ts");',
  },
  "apps/server/src/features/beta/empty-export.ts": {
    rule: "server-features-by-front-door",
    text: 'export {} from "../alpha/alpha.rules.ts";',
  },
  "apps/server/src/features/beta/built-query.ts": {
    rule: "sql-only-in-stores",
    text: 'import { sql } from "kysely/built"; export const query = sql;',
  },
  "apps/server/src/app/open-door.ts": {
    rule: "imports-name-their-file",
    text: 'import { rule } from "../features/alpha"; export const open = rule;',
  },
  "apps/server/src/platform/unlisted.ts": {
    rule: "no-development-dependency-in-the-product",
    text: 'import { value } from "unlisted"; export const unlisted = value;',
  },
};

describe("boundaries", () => {
  it("pass a tree that keeps every rule, and count all of its modules", () => {
    const outcome = checkBoundaries(plant({ ...surroundings, ...healthy }));
    expect(outcome.faults).toEqual([]);
    expect(outcome.note).toBe(`15 imports of ${Object.keys(healthy).length} modules`);
  });

  it("refuse a cycle through a type, which no program would notice", () => {
    const closing = { "apps/web/src/lib/pong.ts": 'import { ping } from "./ping.ts"; export type Pong = typeof ping;' };
    const { violations } = readBoundaries(plant({ ...surroundings, ...healthy, ...closing }));
    expect(violations.map(({ rule, from }) => `${rule} ${from}`)).toEqual(["no-cycles apps/web/src/lib/ping.ts"]);
  });

  it("fire every rule on the breach planted for it, and no rule elsewhere", () => {
    const planted = Object.fromEntries(Object.values(breaches).map(({ file, text }) => [file, text]));
    const closing = {
      "apps/web/src/lib/right.ts": 'import { left } from "./left.ts"; export const right = () => left;',
    };
    const { violations } = readBoundaries(plant({ ...surroundings, ...healthy, ...planted, ...closing }));
    const fired = violations.map(({ rule, from }) => `${rule} ${from}`);
    expect(fired.sort()).toEqual(
      Object.entries(breaches)
        .map(([rule, { file }]) => `${rule} ${file}`)
        .sort(),
    );
  });

  it("follow what a program loads through any number of modules, but not types", () => {
    const planted = {
      "apps/server/src/features/alpha/alpha.rules.ts":
        'import type { Shape } from "@lancedb/lancedb"; import { now } from "../../platform/clock.ts"; export const rule = (shape: Shape) => now + shape;',
      "apps/server/src/platform/clock.ts":
        'export const now = 1; export type Clock = number; export const open = () => import("@lancedb/lancedb");',
    };
    const { violations } = readBoundaries(plant({ ...surroundings, ...healthy, ...planted }));
    expect(violations.map(({ rule, from }) => `${rule} ${from}`)).toEqual([
      "api-reads-no-tables apps/server/src/platform/clock.ts",
    ]);
  });

  it("fail when the program whose imports are followed is not there", () => {
    const { "apps/server/src/bin/api.ts": _, ...without } = healthy;
    const outcome = checkBoundaries(plant({ ...surroundings, ...without }));
    expect(outcome.faults).toEqual(["api-reads-no-tables: there is no apps/server/src/bin/api.ts"]);
  });

  it("see every way to write an import, and packages that are built into a folder", () => {
    const built = {
      "node_modules/kysely/dist/built.js": "export const sql = 1;",
      "node_modules/kysely/package.json": JSON.stringify({
        name: "kysely",
        version: "1.0.0",
        exports: { ".": "./index.js", "./built": "./dist/built.js" },
      }),
      ...aPackage("unlisted"),
    };
    const planted = Object.fromEntries(Object.entries(disguises).map(([file, { text }]) => [file, text]));
    const { violations } = readBoundaries(plant({ ...surroundings, ...healthy, ...built, ...planted }));
    const fired = violations.map(({ rule, from }) => `${rule} ${from}`);
    expect(fired.sort()).toEqual(
      Object.entries(disguises)
        .map(([file, { rule }]) => `${rule} ${file}`)
        .sort(),
    );
  });

  it("have a planted breach for every rule", () => {
    const names = [NO_CYCLES, ...CLOSURE_RULES, ...BOUNDARY_RULES].map(({ name }) => name);
    expect(Object.keys(breaches).sort()).toEqual(names.sort());
  });

  it("fail on a tree without imports, which they would otherwise pass", () => {
    const outcome = checkBoundaries(
      plant({ ...surroundings, "apps/server/src/notes.md": "no code", "other/code.ts": 'import "node:fs";' }),
    );
    expect(outcome.faults).toEqual(["there is no import to check"]);
  });

  it("fail on a module that cannot be parsed", () => {
    const root = plant({ ...surroundings, "apps/server/src/broken.ts": "import { from" });
    expect(() => checkBoundaries(root)).toThrow("apps/server/src/broken.ts cannot be parsed");
  });
});
