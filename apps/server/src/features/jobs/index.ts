export { jobsHandlers } from "./jobs.routes.ts";
export type { ActedJob, JobActs } from "./jobs-deps.ts";
export { registerJobMetrics } from "./rates/job-metrics.ts";
