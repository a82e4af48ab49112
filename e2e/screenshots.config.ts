import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _ownTests, ...likeJourneys } = journeys;

/** The same browser and server as the journeys, but it takes screenshots instead of asserting. */
export default defineConfig(likeJourneys, {
  testMatch: "screenshots/*.pictures.ts",
  fullyParallel: true,
  workers: 2,
  // The first view of a group may have to wait for its clips to be generated.
  timeout: 300_000,
  // Speed does not matter here: a busy machine only delays the screenshot.
  expect: { timeout: 30_000 },
  reporter: [["./screenshots/summary.ts"]],
  use: { deviceScaleFactor: 1, actionTimeout: 30_000 },
});
