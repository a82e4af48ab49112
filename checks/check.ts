import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findChanges } from "./changed-files.ts";
import { type Check, print } from "./outcome.ts";
import { ROOT } from "./repository.ts";
import { runSteps } from "./run-steps.ts";
import { STEPS } from "./steps.ts";

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean" }, base: { type: "string" } },
});
const unknown = chosen.filter((name) => STEPS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no such check: ${unknown.join(", ")}; there are: ${Object.keys(STEPS).join(", ")}`);
if (options.base !== undefined && !options.changed) throw new Error("--base says what --changed compares with");

const steps = Object.entries(STEPS).filter(([name]) => chosen.length === 0 || chosen.includes(name));

/** The steps for the changed files, and the skipped ones with the reason. */
const narrowed = async (base: string | undefined): Promise<{ run: [string, Check][]; left: string[] }> => {
  const changes = await findChanges(base);
  print(`${changes.files.length + changes.deleted.length} files changed since ${changes.base.slice(0, 10)}`);
  const run: [string, Check][] = [];
  const left: string[] = [];
  for (const [name, { check, changed }] of steps) {
    const narrow = changed?.(changes) ?? { check };
    if (narrow.check !== undefined) run.push([name, narrow.check]);
    if (narrow.left !== undefined) left.push(`${name} (${narrow.left})`);
  }
  return { run, left };
};

const startedMs = performance.now();
const { run, left } = options.changed
  ? await narrowed(options.base)
  : { run: steps.map(([name, { check }]): [string, Check] => [name, check]), left: [] };
const { passed, failed } = await runSteps(run);
print(`${passed} passed, ${failed} failed, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
if (options.changed) {
  print(`not looked at: ${left.join(", ") || "nothing"}; \`pnpm check\` looks at the whole tree, and decides`);
} else {
  const folder = path.join(ROOT, "node_modules/.cache/results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "check.json"), JSON.stringify({ passed, failed }));
}
if (failed > 0) process.exitCode = 1;
