import { Gauge, type Registry } from "prom-client";
import { ttlCache } from "../../../platform/concurrency/ttl-cache.ts";
import type { Db } from "../../../platform/db/database.ts";
import { countInFlightByPerformer, countStuck } from "./generation-metrics.store.ts";

const KEPT_MS = 10_000;

/** Measured on scrape, at most a few times a minute. */
export const registerGenerationMetrics = (metrics: Registry, db: Db): void => {
  const stuck = ttlCache(() => countStuck(db), { ttlMs: KEPT_MS });
  const inFlight = ttlCache(() => countInFlightByPerformer(db), { ttlMs: KEPT_MS });
  const registers = [metrics];
  new Gauge({
    name: "cells_stuck",
    help: "Calls under way that nobody has looked at for five minutes although somebody should have.",
    registers,
    async collect() {
      this.set(await stuck());
    },
  });
  new Gauge({
    name: "performer_calls_in_flight",
    help: "Calls in flight, by performer; of the fifty with the most.",
    labelNames: ["performer"],
    registers,
    async collect() {
      this.reset();
      for (const { name, jobs } of await inFlight()) this.set({ performer: name }, jobs);
    },
  });
};
