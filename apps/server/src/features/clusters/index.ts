export { clustersHandlers } from "./clusters.routes.ts";
export { type OpenedClusters, openClusters } from "./clusters-deps.ts";
export { startClusterPoller } from "./polling/start-cluster-poller.ts";
