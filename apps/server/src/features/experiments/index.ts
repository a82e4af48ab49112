export { experimentsHandlers } from "./experiments.routes.ts";
export { listMetrics } from "./logging/metric.store.ts";
export { toMetricValue } from "./points/curve.rules.ts";
export { experimentReportsHandlers } from "./reports/reports.routes.ts";
export { listRunDetails, type RunDetailRow } from "./runs/run.store.ts";
export { type InputRow, listInputs, listRunsNaming } from "./runs/run-input.store.ts";
export { runSourcesHandlers } from "./sources/run-sources.routes.ts";
export { type OpenedRunSources, openRunSources, runSourceLogins } from "./sources/run-sources-deps.ts";
export { startRunSourcePoller } from "./sources/sync/start-source-poller.ts";
