export { experimentsHandlers } from "./experiments.routes.ts";
export { runSourcesHandlers } from "./sources/run-sources.routes.ts";
export { type OpenedRunSources, openRunSources } from "./sources/run-sources-deps.ts";
export { startRunSourcePoller } from "./sources/sync/start-source-poller.ts";
