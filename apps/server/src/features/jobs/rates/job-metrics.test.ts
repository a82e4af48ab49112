import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { anExportJob } from "../../../testing/builders/jobs/an-export-job.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { registerJobMetrics } from "./job-metrics.ts";

const app = runApp();

describe("the metrics of background jobs", () => {
  it("say for every kind what waits, what failed and how long the oldest has waited, also where there is nothing", async () => {
    const { db } = app.current;
    const owner = await aCaller(app.current);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await anExportJob(db, { ownerId: owner.id, status: "Waiting", at: anHourAgo });
    await anExportJob(db, { ownerId: owner.id, status: "Waiting" });
    await anExportJob(db, { ownerId: owner.id, error: "the table is gone" });
    const metrics = new Registry();
    registerJobMetrics(metrics, db);
    const text = await metrics.metrics();
    const value = (series: string): number =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(series))
          ?.split(" ")[1],
      );
    expect(value('background_jobs{kind="export",status="Waiting"}')).toBe(2);
    expect(value('background_jobs{kind="export",status="Failed"}')).toBe(1);
    expect(value('background_jobs{kind="package",status="Running"}')).toBe(0);
    expect(value('background_job_longest_wait_seconds{kind="export"}')).toBeGreaterThanOrEqual(3_600);
    expect(value('background_job_longest_wait_seconds{kind="export"}')).toBeLessThan(3_700);
    expect(value('background_job_longest_wait_seconds{kind="package"}')).toBe(0);
  });
});
