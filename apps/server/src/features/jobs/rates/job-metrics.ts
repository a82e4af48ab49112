import { JOB_KINDS } from "@dailies/contract";
import { Gauge, type Registry } from "prom-client";
import { ttlCache } from "../../../platform/concurrency/ttl-cache.ts";
import type { Db } from "../../../platform/db/database.ts";
import { countUnfinished, listLongestWaits } from "./job-metrics.store.ts";

const KEPT_MS = 10_000;

/** Measured on scrape, at most a few times a minute. Every kind has a value, so that a rule can tell zero from missing. */
export const registerJobMetrics = (metrics: Registry, db: Db): void => {
  const counts = ttlCache(() => countUnfinished(db), { ttlMs: KEPT_MS });
  const waits = ttlCache(() => listLongestWaits(db, JOB_KINDS), { ttlMs: KEPT_MS });
  const registers = [metrics];
  new Gauge({
    name: "background_jobs",
    help: "Background jobs that wait, run or have failed, by kind.",
    labelNames: ["kind", "status"],
    registers,
    async collect() {
      const rows = await counts();
      this.reset();
      for (const kind of JOB_KINDS)
        for (const status of ["Waiting", "Running", "Failed"]) this.set({ kind, status }, 0);
      for (const { kind, status, jobs } of rows) this.set({ kind, status }, jobs);
    },
  });
  new Gauge({
    name: "background_job_longest_wait_seconds",
    help: "How long the oldest waiting job of a kind has waited. Jobs of a paused queue wait on purpose.",
    labelNames: ["kind"],
    registers,
    async collect() {
      const rows = await waits();
      this.reset();
      for (const kind of JOB_KINDS) this.set({ kind }, 0);
      for (const { kind, waitedS } of rows) this.set({ kind }, waitedS);
    },
  });
};
