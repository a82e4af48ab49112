import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each file has its own database; more of them at once than cores only makes the engines slow.
    maxWorkers: 2,
  },
});
