import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "../checks/environment.ts";
import { currentRun } from "./environment.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../.cache/e2e/results",
  workers: 1,
  forbidOnly: true,
  reporter: [["list"]],
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
