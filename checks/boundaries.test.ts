import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkBoundaries, cruise } from "./boundaries.ts";

const trees: string[] = [];

const plant = (files: Record<string, string>): string => {
  const root = mkdtempSync(path.join(tmpdir(), "boundaries-"));
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
    dependencies: { kysely: "1", zod: "1", fastify: "1", "@temporalio/workflow": "1" },
    devDependencies: { "smtp-server": "1" },
  }),
  ...aPackage("kysely"),
  ...aPackage("zod"),
  ...aPackage("fastify"),
  ...aPackage("smtp-server"),
  ...aPackage("@temporalio/workflow"),
};

const healthy = {
  "packages/contract/src/index.ts": 'import { value } from "zod"; export const shape = value;',
  "packages/statistics/src/index.ts": "export const mean = 1;",
  "packages/formats/src/read.ts": "export const read = 1;",
  "apps/server/src/http/edge.ts": "export const edge = 1; export type Edge = number;",
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
  "apps/web/src/lib/pong.ts": 'import { ping } from "./ping.ts"; export type Pong = number; export const pong = ping;',
};

const breaches: Record<string, { file: string; text: string }> = {
  "no-cycles": {
    file: "apps/web/src/lib/left.ts",
    text: 'import { right } from "./right.ts"; export const left = () => right;',
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
};

describe("boundaries", () => {
  it("passes a tree that keeps every rule, and counts all of its modules", async () => {
    const outcome = await checkBoundaries(plant({ ...surroundings, ...healthy }));
    expect(outcome.faults).toEqual([]);
    expect(outcome.note).toBe(
      `${Object.keys(healthy).length} modules cruised of ${Object.keys(healthy).length} source files`,
    );
  }, 30_000);

  it("fires every rule on the breach planted for it, and no rule elsewhere", async () => {
    const planted = Object.fromEntries(Object.values(breaches).map(({ file, text }) => [file, text]));
    const closing = {
      "apps/web/src/lib/right.ts": 'import { left } from "./left.ts"; export const right = () => left;',
    };
    const { violations } = await cruise(plant({ ...surroundings, ...healthy, ...planted, ...closing }));
    const fired = new Set(violations.map(({ rule, from }) => `${rule} ${from}`));
    const expected = Object.entries(breaches).map(([rule, { file }]) => `${rule} ${file}`);
    expect([...fired].filter((entry) => entry !== "no-cycles apps/web/src/lib/right.ts").sort()).toEqual(
      expected.sort(),
    );
  }, 30_000);

  it("has a planted breach for every rule that is configured", () => {
    const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as { forbidden: { name: string }[] };
    const names = config.forbidden.map(({ name }) => name);
    expect(Object.keys(breaches).sort()).toEqual(names.sort());
  });

  it("fails on a tree it cannot see", async () => {
    const outcome = await checkBoundaries(
      plant({ ...surroundings, "apps/server/src/notes.md": "no code", "other/code.ts": "export {};" }),
    );
    expect(outcome.faults).toEqual(["there is nothing to cruise"]);
  }, 30_000);
});
