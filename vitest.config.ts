import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const project = (name: string, include: string) => ({ test: { name, include: [include] } });

// The server and the web repeat these in their own configurations, which do not inherit.
export default defineConfig({
  test: {
    // Loading the modules of a file anew took longer than its tests; a worker keeps them. Files leave nothing behind.
    isolate: false,
    // A third of their time files wait for engines, so more of them run at once than there are processors.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // For what hangs. How fast something is, benches say.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project("contract", "packages/contract/src/**/*.test.ts"),
      project("uploader", "packages/uploader/src/**/*.test.ts"),
      project("formats", "packages/formats/src/**/*.test.ts"),
      project("statistics", "packages/statistics/src/**/*.test.ts"),
      "apps/server/vitest.config.ts",
      "apps/server/vitest.kills.config.ts",
      "apps/web/vitest.config.ts",
      project("performer", "apps/performer/src/**/*.test.ts"),
      project("checks", "checks/**/*.test.ts"),
      // They measure the memory and the processor time of their own process, which no other file may have filled.
      { test: { name: "proofs", include: ["proofs/**/*.test.ts"], isolate: true } },
    ],
  },
});
