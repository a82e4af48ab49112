export { cancelJobs } from "./jobs/cancel-jobs.ts";
export { type DescribeDeps, describeJobsFully } from "./jobs/describe-jobs.ts";
export { type JobRow, listJobsOfCell } from "./jobs/job-details.store.ts";
export { jobHandlers } from "./jobs/jobs.routes.ts";
export { maySeeJob } from "./jobs/may-see-job.ts";
export { cellStatusOf, countedAttempt } from "./runs/attempt.rules.ts";
export { registerGenerationMetrics } from "./runs/generation-metrics.ts";
export { reconcileTask } from "./runs/reconcile-task.ts";
export { startJob, startRun } from "./runs/start-run.ts";
