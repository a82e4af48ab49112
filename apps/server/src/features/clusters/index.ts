export { clustersHandlers } from "./clusters.routes.ts";
export { type ClustersDeps, type OpenedClusters, openClusters } from "./clusters-deps.ts";
export { type ClusterPoller, startClusterPoller } from "./polling/start-cluster-poller.ts";
