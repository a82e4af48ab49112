import { describe, expect, it } from "vitest";
import { STEPS } from "./steps.ts";

/** The steps that `--changed` runs after these files changed, and those it narrows. */
const after = (files: readonly string[], deleted: readonly string[] = []) => {
  const narrowed = Object.entries(STEPS).map(([name, { check, changed }]) => ({
    name,
    ...(changed?.({ base: "", files, deleted }) ?? { check }),
  }));
  return {
    run: narrowed.flatMap(({ name, check }) => (check === undefined ? [] : [name])),
    left: narrowed.flatMap(({ name, left }) => (left === undefined ? [] : [name])),
  };
};

const ALWAYS = [
  "types",
  "boundaries",
  "docs",
  "figures",
  "asvs",
  "file sizes",
  "findability",
  "folder sizes",
  "small files",
  "literal spreads",
  "danger buttons",
  "forbidden words",
  "refused names",
  "test titles",
  "screens",
  "commit titles",
];
const IF_TOUCHED = [
  "dead code",
  "database types",
  "migrations",
  "sql functions",
  "openapi",
  "dependencies",
  "bill of materials",
];

describe("the steps of a changed tree", () => {
  it("are those that look at the whole tree when nothing changed, and the others are named", () => {
    expect(after([])).toEqual({ run: ALWAYS, left: ["biome", ...IF_TOUCHED] });
  });

  it("lint the changed files, and say that they lint no others", () => {
    const { run, left } = after(["apps/web/src/lib/api/calls.ts"]);
    expect(run).toEqual(["types", "biome", ...ALWAYS.slice(1)]);
    expect(left).toContain("biome");
  });

  it.each([
    ["apps/server/db/migrations/2026-11-15T1200-first.sql", ["database types", "migrations", "sql functions"]],
    ["apps/server/db/functions/credits/credits.sql", ["database types", "sql functions"]],
    ["apps/server/src/platform/db/database.types.ts", ["database types"]],
    ["packages/contract/src/auth/routes.ts", ["openapi"]],
    ["docs/openapi.json", ["openapi"]],
    ["checks/openapi/specification.ts", ["openapi"]],
    ["package.json", ["openapi", "dependencies", "bill of materials"]],
    ["apps/web/package.json", ["dependencies", "bill of materials"]],
    ["pnpm-lock.yaml", ["dependencies", "bill of materials"]],
  ])("after a change of %s include what reads it", (file, expected) => {
    expect(after([file]).run.filter((name) => IF_TOUCHED.includes(name))).toEqual(expected);
    expect(after([], [file]).run.filter((name) => IF_TOUCHED.includes(name))).toEqual(expected);
  });

  it("never look for dead code, which shows only in the whole tree", () => {
    expect(after(["apps/web/src/lib/api/calls.ts"]).left).toContain("dead code");
  });
});
