import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type OutputOptions, rolldown } from "rolldown";
import { BUNDLE_HEAD, BUNDLE_TAIL } from "./src/platform/code-cache.ts";
import { buildWorkflowBundle, WORKFLOW_BUNDLE } from "./src/platform/temporal/workflow-bundle.ts";

const ENTRIES = [
  "supervisor",
  "worker",
  "measure-thread",
  "migrate",
  "check-database-functions",
  "seed",
  "admin",
  "backup",
  "board-thread",
  "read-rows-thread",
  "query-process",
  "recompute-board",
] as const;

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const DIST = pathTo("dist");

/** Native code stays a package; the last two are optional parts of the database driver that we do not install. */
const NATIVE = [
  /^@node-rs\/argon2$/,
  /^@duckdb\//,
  // Native, and its tables are Arrow's own classes: both must be the one copy beside it. Arrow's numbers are no classes.
  /^@lancedb\//,
  /^apache-arrow$/,
  /^pg-native$/,
  /^pg-cloudflare$/,
];

/** The worker's SDK is native, and its parts must all be the one copy beside it. */
const WORKER_SDK = /^@temporalio\//;

const ESM: OutputOptions = { format: "esm", entryFileNames: "[name].js" };

const bundleEntry = async (entry: string, source: string, output: OutputOptions): Promise<void> => {
  const bundle = await rolldown({
    input: { [entry]: pathTo(source) },
    platform: "node",
    external: entry === "worker" ? [...NATIVE, WORKER_SDK] : NATIVE,
    // Otherwise each of them is loaded at start, although nothing of it is used.
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
    onLog: (level, log) => {
      if (level === "warn") throw new Error(`${entry}: ${log.message}`);
    },
  });
  const extension = output.format === "cjs" ? "cjs" : "js";
  await bundle.write({ dir: DIST, chunkFileNames: `${entry}-[name]-[hash].${extension}`, minify: false, ...output });
  await bundle.close();
};

/** A text in ASCII takes half the memory and is read without decoding. An escape means the same in every kind of literal but one. */
const toAscii = (code: string): string => {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error("String.raw would keep an escape as it is written");
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
};

/** The API in one script with the code V8 has compiled for it, see docs/adr/2026-11-16-code-compiled-at-build.md. */
const buildApi = async (): Promise<void> => {
  // A script of its own cannot say `import()`; and what `require` failed to load is tried again by the next call.
  const output = { format: "cjs", entryFileNames: "[name].cjs", dynamicImportInCjs: false } as const;
  await bundleEntry("api-main", "src/start-api.ts", output);
  const path = join(DIST, "api-main.cjs");
  await writeFile(path, `${BUNDLE_HEAD}${toAscii(await readFile(path, "utf8"))}${BUNDLE_TAIL}`);
  // In a process of its own: V8's flags must be those of production. It ignores this one when it compares them, and with it the
  // same script gives the same bytes.
  await promisify(execFile)(process.execPath, ["--predictable", pathTo("build-code-cache.ts"), path]);
  await bundleEntry("api", "src/bin/api-with-code-cache.ts", ESM);
};

/** Chunks carry a hash in their names, so those of the last build would stay. The workflows are replaced in one step below. */
const removeLastBuild = async (): Promise<void> => {
  const files = await readdir(DIST).catch(() => []);
  const old = files.filter((file) => join(DIST, file) !== WORKFLOW_BUNDLE);
  await Promise.all(old.map((file) => rm(join(DIST, file), { recursive: true })));
};

await removeLastBuild();
for (const entry of ENTRIES) await bundleEntry(entry, `src/bin/${entry}.ts`, ESM);
await buildApi();
await buildWorkflowBundle(pathTo("src/workflows.ts"), WORKFLOW_BUNDLE);
