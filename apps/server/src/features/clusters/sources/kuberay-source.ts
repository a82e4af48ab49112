import { createHash } from "node:crypto";
import { createKubeRayClient, type KubeRayConnection } from "../../../platform/kuberay/kuberay-client.ts";
import { JOBS_BYTES } from "../../../platform/ray/ray-client.ts";
import type { ClusterSource } from "./cluster-source.ts";
import { sharedVersion, toKubeRayFacts, toRayCluster, toRayJobEntry } from "./kuberay-facts.rules.ts";

const MAX_RAY_CLUSTERS = 1_000;
const RAY_CLUSTERS_BYTES = 24 * 1024 ** 2;
/** As many as are kept of any cluster. */
const MAX_RAY_JOBS = 10_000;

/** A namespace with RayClusters and RayJobs. Its operator acts on them; this only reads. */
export const openKubeRay = (connection: KubeRayConnection): ClusterSource => {
  const client = createKubeRayClient(connection);
  const secrets = connection.token === null ? [] : [connection.token];
  const readClusters = async () =>
    client.listRayClusters((item) => toRayCluster(item, secrets), {
      maxBytes: RAY_CLUSTERS_BYTES,
      maxItems: MAX_RAY_CLUSTERS,
    });
  // Three facts of a poll come from this list, and a source is opened for each poll.
  let clusters: ReturnType<typeof readClusters> | undefined;
  const listClusters = () => {
    clusters ??= readClusters();
    return clusters;
  };

  return {
    checkHealth: client.checkHealth,
    readVersion: async () => ({ rayVersion: sharedVersion((await listClusters()).items), sessionName: null }),
    isTokenRequired: async () => null,
    // What is used is known to the dashboards of the RayClusters only; that these can be listed is still worth knowing.
    readResources: async () => {
      await listClusters();
      return null;
    },
    readMembers: async () => ({ kuberay: toKubeRayFacts(await listClusters()) }),
    listJobs: async (maxBytes = JOBS_BYTES) => {
      const { items, leftOut, bytes, busyMs } = await client.listRayJobs(toRayJobEntry, {
        maxBytes,
        maxItems: MAX_RAY_JOBS,
      });
      // Not of the answer: its version changes with every write to the namespace.
      const sha256 = createHash("sha256");
      for (const entry of items) sha256.update(JSON.stringify(entry));
      return { sha256: sha256.update(String(leftOut)).digest("base64"), bytes, leftOut, busyMs, entries: () => items };
    },
    readHeldGpus: async () => ({ byDriver: new Map(), bySubmission: new Map() }),
    logs: null,
  };
};
