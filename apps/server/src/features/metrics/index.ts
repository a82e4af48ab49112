export { type ClipMetric, readClipMetrics } from "./clip-metric.store.ts";
export { startPreparing } from "./start-preparing.ts";
