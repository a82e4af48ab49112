import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _ownTests, ...likeJourneys } = journeys;

/** The same browser and the same server as the journeys, but it takes pictures instead of asking questions. */
export default defineConfig(likeJourneys, { testMatch: "screenshots/*.pictures.ts", use: { deviceScaleFactor: 1 } });
