import { DomainError } from "../../../errors.ts";
import { createRayClient, type RayClient } from "../../../platform/ray/ray-client.ts";
import { RayFault } from "../../../platform/ray/ray-fault.ts";
import { createRayJobClient, type RayJobClient } from "../../../platform/ray/ray-job-client.ts";
import type { RayConnection } from "../../../platform/ray/ray-request.ts";
import { createServeClient, type ServeClient } from "../../../platform/ray/ray-serve-client.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import type { ClusterRow } from "./cluster.store.ts";

/** Where a cluster is, and what is sent there. */
export type ClusterAddress = Pick<
  ClusterRow,
  "id" | "kind" | "address" | "namespace" | "ca_certificate" | "sealed_token" | "token_origin"
>;

/** KubeRay says what runs. Work is given to it as resources of Kubernetes, by those who own the namespace. */
export const requireDashboard = ({ kind, name }: Pick<ClusterRow, "kind" | "name">): void => {
  if (kind === "Ray") return;
  const words = `'${name}' is read from KubeRay: the console starts nothing there, register the dashboard of a cluster instead`;
  throw new DomainError("conflict", words);
};

/** Null where none is stored. Throws a `RayFault` when it was encrypted for another origin or key. */
export const openToken = ({ box }: Pick<ClustersDeps, "box">, cluster: ClusterAddress): string | null =>
  cluster.sealed_token === null
    ? null
    : box.open({ clusterId: cluster.id, origin: new URL(cluster.address).origin }, cluster.sealed_token);

export const connectionOf = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): RayConnection => ({
  outgoing: deps.outgoing,
  address: cluster.address,
  token: openToken(deps, cluster),
  ...(cluster.ca_certificate !== null && { caCertificate: cluster.ca_certificate }),
  ...(signal && { signal }),
});

/** Whoever gives work to a cluster has refused those of KubeRay before; this is the last gate. */
const dashboardOf: typeof connectionOf = (deps, cluster, signal) => {
  if (cluster.kind !== "Ray") throw new RayFault("not_ray", "this cluster has no dashboard");
  return connectionOf(deps, cluster, signal);
};

/** A client for the dashboard of a registered cluster, with its token. */
export const openCluster = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): RayClient => createRayClient(dashboardOf(deps, cluster, signal));

/** The same for Ray Serve. */
export const openServe = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): ServeClient => createServeClient(dashboardOf(deps, cluster, signal));

/** The same for jobs with code of ours. */
export const openRayJobs = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): RayJobClient => createRayJobClient(dashboardOf(deps, cluster, signal));
