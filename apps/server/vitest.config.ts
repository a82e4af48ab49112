import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts"],
    // vitest.kills.config.ts has them.
    exclude: [...configDefaults.exclude, "**/*-kill.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    isolate: false,
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
