import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "../checks/environment.ts";
import { currentRun, isSharedMachine } from "./environment.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../.cache/e2e/results",
  workers: 1,
  forbidOnly: true,
  // A journey of a minute on a busy machine may meet a slow second; the list names each that needed its second try.
  retries: isSharedMachine() ? 1 : 0,
  reporter: [["list"]],
  projects: [
    { name: "journeys", testIgnore: "access.e2e.ts" },
    // Each group looks at pages of its own with people of its own, so `--workers=2` takes half the time.
    { name: "access", testMatch: "access.e2e.ts", fullyParallel: true },
  ],
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: currentRun().origin,
    actionTimeout: 10_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: chromiumLaunch(),
  },
});
