import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { buildWorkflowBundle, WORKFLOW_BUNDLE } from "./src/platform/workflow-bundle.ts";

const ENTRIES = [
  "api",
  "supervisor",
  "worker",
  "measure-thread",
  "migrate",
  "seed",
  "admin",
  "board-thread",
  "lens-process",
  "recompute-board",
] as const;

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const DIST = pathTo("dist");

/** Native code stays a package; the last two are optional parts of the database driver that we do not install. */
const NATIVE = [
  /^@node-rs\/argon2$/,
  /^@duckdb\//,
  // Native, and its tables are Arrow's own classes: both must be the one copy beside it.
  /^@lancedb\//,
  /^apache-arrow/,
  /^pg-native$/,
  /^pg-cloudflare$/,
];

/** The worker's SDK is native, and its parts must all be the one copy beside it. */
const WORKER_SDK = /^@temporalio\//;

const buildEntry = async (entry: (typeof ENTRIES)[number]): Promise<void> => {
  const bundle = await rolldown({
    input: { [entry]: pathTo(`src/bin/${entry}.ts`) },
    platform: "node",
    external: entry === "worker" ? [...NATIVE, WORKER_SDK] : NATIVE,
    onLog: (level, log) => {
      if (level === "warn") throw new Error(`${entry}: ${log.message}`);
    },
  });
  await bundle.write({
    dir: DIST,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: `${entry}-[name]-[hash].js`,
    minify: false,
  });
  await bundle.close();
};

/** Chunks carry a hash in their names, so those of the last build would stay. The workflows are replaced in one step below. */
const removeLastBuild = async (): Promise<void> => {
  const files = await readdir(DIST).catch(() => []);
  const old = files.filter((file) => join(DIST, file) !== WORKFLOW_BUNDLE);
  await Promise.all(old.map((file) => rm(join(DIST, file), { recursive: true })));
};

await removeLastBuild();
for (const entry of ENTRIES) await buildEntry(entry);
await buildWorkflowBundle(pathTo("src/workflows.ts"), WORKFLOW_BUNDLE);
