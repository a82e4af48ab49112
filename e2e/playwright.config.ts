import { defineConfig } from "@playwright/test";
import { headlessLaunch } from "../checks/environment.ts";
import { currentRun, isSharedMachine } from "./environment.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../.cache/e2e/results",
  // Every file has people and objects of its own, so files run side by side; tests of one file never do.
  workers: 2,
  forbidOnly: true,
  // In CI a second try is named in the table of stages, and each one is a fault to find: of the page or of the journey.
  retries: isSharedMachine() ? 1 : 0,
  reporter: [["list"]],
  projects: [
    { name: "journeys", testMatch: "journeys/**/*.e2e.ts" },
    {
      name: "access",
      testMatch: "access.e2e.ts",
      fullyParallel: true,
      // The first view of a group may have to wait for clips that are made for it.
      timeout: 300_000,
    },
  ],
  // Bounds for what hangs. A journey waits for events, which a busy machine may bring late.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: currentRun().origin,
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: headlessLaunch(),
  },
});
