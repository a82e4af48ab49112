import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

const { projects: _ownTests, ...likeJourneys } = journeys;

/** The same browser and server as the journeys, beside a real engine instead of a server that speaks its protocol. */
export default defineConfig(likeJourneys, {
  projects: [
    { name: "ray", testMatch: "real-engines/ray/*.e2e.ts" },
    { name: "mlflow", testMatch: "real-engines/mlflow/*.e2e.ts" },
  ],
  // The files of a project share one engine, whose processes already need both cores.
  workers: 1,
  timeout: 420_000,
  // A second try would find the cluster registered and its services there.
  retries: 0,
});
