import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _ownTests, ...likeJourneys } = journeys;

/** The same browser and the same server as the journeys, but it takes pictures instead of asking questions. */
export default defineConfig(likeJourneys, {
  testMatch: "screenshots/*.pictures.ts",
  fullyParallel: true,
  workers: 2,
  // The first view of a group may have to wait for clips that are made for it.
  timeout: 300_000,
  // Nothing here is a question of speed: a busy machine takes its time and still takes the picture.
  expect: { timeout: 30_000 },
  reporter: [["./screenshots/summary.ts"]],
  use: { deviceScaleFactor: 1, actionTimeout: 30_000 },
});
