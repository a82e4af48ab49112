import { z } from "zod";
import { defineRoutes, uuid } from "../kit.ts";
import { wholeNumber } from "../lists.ts";
import { createReportBody, experimentReport, reportItem } from "./report-schemas.ts";
import { curve, runKey, runSample } from "./schemas.ts";

const one = z.object({ id: uuid });

/** Comparisons of runs that were frozen as they were. Nobody can change one. */
export const experimentReportsRoutes = defineRoutes({
  createReport: {
    method: "POST",
    path: "/api_v1/experiment/report/create",
    access: "internal",
    summary: "Freeze a comparison of runs as it is: runs, curves, chart settings and samples",
    body: createReportBody,
    reply: one,
    errors: ["conflict", "not_found"],
  },
  listReports: {
    method: "GET",
    path: "/api_v1/experiment/reports",
    access: "internal",
    summary: "List the frozen comparisons, newest first",
    query: z.object({ limit: wholeNumber(50, 1, 100), cursor: uuid.optional() }),
    reply: z.object({ items: z.array(reportItem), next_cursor: uuid.nullable() }),
  },
  getReport: {
    method: "GET",
    path: "/api_v1/experiment/report/:id",
    access: "internal",
    summary: "Get a frozen comparison, and what became of its runs since",
    params: one,
    reply: experimentReport,
    errors: ["not_found"],
  },
  readReportCurves: {
    method: "GET",
    path: "/api_v1/experiment/report/:id/curves",
    access: "internal",
    summary: "Read one metric of a frozen comparison",
    params: one,
    query: z.object({ metric: runKey }),
    reply: z.object({ items: z.array(curve) }),
    errors: ["not_found"],
  },
  listReportSamples: {
    method: "GET",
    path: "/api_v1/experiment/report/:id/samples",
    access: "internal",
    summary: "List the samples of a frozen comparison, with those of their clips that still exist",
    params: one,
    reply: z.object({ items: z.array(runSample) }),
    errors: ["not_found"],
  },
});
