import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** The same browser and the same server as the journeys, but it takes pictures instead of asking questions. */
export default defineConfig(journeys, { testMatch: "screenshots/*.pictures.ts", use: { deviceScaleFactor: 1 } });
