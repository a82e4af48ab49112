import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, statSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

interface Part {
  readonly filter: string;
  /** Written by every build of this part. */
  readonly result: string;
  readonly sources: readonly string[];
}

const SHARED = ["pnpm-lock.yaml", "packages/*/src/**/*.ts"];

const PARTS: readonly Part[] = [
  {
    filter: "@dailies/web",
    result: "apps/web/dist/index.html",
    sources: [...SHARED, "apps/web/{src,public,build}/**/*.*", "apps/web/*.{html,ts,json}", "CHANGELOG.md"],
  },
  {
    filter: "@dailies/server",
    // The workflow bundle does not count: tests write it too.
    result: "apps/server/dist/api.js",
    sources: [...SHARED, "apps/server/src/**/*.*", "apps/server/*.{ts,json}"],
  },
];

const isTest = (file: string): boolean => /[.]test[.]tsx?$|\/testing\//.test(file);

const isStale = ({ result, sources }: Part): boolean => {
  if (!existsSync(path.join(ROOT, result))) return true;
  const builtMs = statSync(path.join(ROOT, result)).mtimeMs;
  const files = globSync([...sources], { cwd: ROOT }).filter((file) => !isTest(file));
  return files.some((file) => statSync(path.join(ROOT, file)).mtimeMs > builtMs);
};

/** Builds what is missing or older than its sources, with the production build. */
export const ensureBuilt = async (): Promise<void> => {
  for (const part of PARTS) {
    if (!isStale(part)) continue;
    const build = spawn("pnpm", ["--filter", part.filter, "build"], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [status] = (await once(build, "exit")) as [number | null];
    if (status !== 0) throw new Error(`${part.filter} could not be built`);
  }
};
