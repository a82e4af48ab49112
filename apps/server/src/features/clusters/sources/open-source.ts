import { createRayClient, type RayClient } from "../../../platform/ray/ray-client.ts";
import type { RayConnection } from "../../../platform/ray/ray-request.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { sumGpus, toNodeFacts, toResources } from "../polling/cluster-facts.rules.ts";
import { type ClusterAddress, connectionOf } from "../registration/open-cluster.ts";
import type { ClusterSource } from "./cluster-source.ts";
import { openKubeRay } from "./kuberay-source.ts";

/** The source of a registered cluster, with its token. */
export const openSource = (deps: Pick<ClustersDeps, "box" | "outgoing">, cluster: ClusterAddress): ClusterSource =>
  sourceAt(connectionOf(deps, cluster), cluster);

/** The namespace is never null for KubeRay, which a constraint of the table says too. */
export const sourceAt = (
  connection: RayConnection,
  { kind, namespace }: Pick<ClusterAddress, "kind" | "namespace">,
): ClusterSource =>
  kind === "KubeRay"
    ? openKubeRay({ ...connection, namespace: namespace ?? "" })
    : openDashboard(createRayClient(connection));

const openDashboard = (client: RayClient): ClusterSource => ({
  checkHealth: client.checkHealth,
  readVersion: client.readVersion,
  isTokenRequired: client.isTokenRequired,
  readResources: async () => toResources(await client.readClusterStatus()),
  readMembers: async () => ({ nodes: toNodeFacts((await client.listNodes()).items) }),
  listJobs: client.listJobs,
  readHeldGpus: async () => sumGpus(await client.listWorkloads()),
  logs: client,
});
