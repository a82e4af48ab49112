export { clustersHandlers } from "./clusters.routes.ts";
export { type ClusterNetwork, type OpenedClusters, openClusters } from "./clusters-deps.ts";
export { type LiveLogs, openLiveLogs } from "./live-log/watch-log.ts";
export type { ClaimedCluster } from "./polling/poll.store.ts";
export type { ClusterReader } from "./polling/poll-cluster.ts";
export { startClusterPoller } from "./polling/start-cluster-poller.ts";
export { describeFault } from "./registration/check-connection.ts";
export { type ClusterRecord, type ClusterRow, findCluster, findClusterRow } from "./registration/cluster.store.ts";
export {
  type ClusterAddress,
  openCluster,
  openRayJobs,
  openServe,
  openToken,
  requireDashboard,
} from "./registration/open-cluster.ts";
export { clusterTokens } from "./registration/token-box.ts";
