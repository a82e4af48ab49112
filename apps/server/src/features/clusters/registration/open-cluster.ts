import { createRayClient, type RayClient } from "../../../platform/ray/ray-client.ts";
import { createRayJobClient, type RayJobClient } from "../../../platform/ray/ray-job-client.ts";
import { createServeClient, type ServeClient } from "../../../platform/ray/ray-serve-client.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import type { ClusterRow } from "./cluster.store.ts";

/** Where a cluster is, and what is sent there. */
export type ClusterAddress = Pick<ClusterRow, "id" | "address" | "sealed_token" | "token_origin">;

/** Null where none is stored. Throws a `RayFault` when it was encrypted for another origin or key. */
export const openToken = ({ box }: Pick<ClustersDeps, "box">, cluster: ClusterAddress): string | null =>
  cluster.sealed_token === null
    ? null
    : box.open({ clusterId: cluster.id, origin: new URL(cluster.address).origin }, cluster.sealed_token);

const connectionOf = (deps: Pick<ClustersDeps, "box" | "outgoing">, cluster: ClusterAddress, signal?: AbortSignal) => ({
  outgoing: deps.outgoing,
  address: cluster.address,
  token: openToken(deps, cluster),
  ...(signal && { signal }),
});

/** A client for a registered cluster, with its token. */
export const openCluster = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): RayClient => createRayClient(connectionOf(deps, cluster, signal));

/** The same for Ray Serve. */
export const openServe = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): ServeClient => createServeClient(connectionOf(deps, cluster, signal));

/** The same for jobs with code of ours. */
export const openRayJobs = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: ClusterAddress,
  signal?: AbortSignal,
): RayJobClient => createRayJobClient(connectionOf(deps, cluster, signal));
