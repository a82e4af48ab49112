import { defineConfig } from "@playwright/test";
import { headlessLaunch } from "../checks/environment.ts";
import { currentRun, isSharedMachine } from "./environment.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../.cache/e2e/results",
  // Every file has its own users and objects, so files run concurrently; tests of one file never do.
  workers: 2,
  forbidOnly: true,
  // CI accepts a retry only while neighbours take much of the machine; otherwise it counts as a failure.
  retries: isSharedMachine() ? 1 : 0,
  reporter: [["list"]],
  projects: [
    { name: "journeys", testMatch: "journeys/**/*.e2e.ts" },
    {
      name: "access",
      testMatch: "access.e2e.ts",
      fullyParallel: true,
      // The first view of a group may have to wait for its clips to be generated.
      timeout: 300_000,
    },
  ],
  // An upper bound for hangs. A journey waits for events, which may be late on a busy machine.
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
