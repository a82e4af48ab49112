export { judgedClips } from "./clip.store.ts";
export { type ClipMetric, readClipMetrics } from "./measuring/clip-metric.store.ts";
export { startPreparing } from "./preparing/start-preparing.ts";
