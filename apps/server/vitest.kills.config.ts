import { defineConfig } from "vitest/config";

/** Tests that kill workers and wait until others notice. Stages of continuous integration run them by feature. */
export default defineConfig({
  test: {
    name: "kills",
    include: ["src/**/*-kill.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
