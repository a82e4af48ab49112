import { createRayClient, type RayClient } from "../../../platform/ray/ray-client.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import type { ClusterRow } from "./cluster.store.ts";

type Addressed = Pick<ClusterRow, "id" | "address" | "sealed_token" | "token_origin">;

/** Null where none is stored. Throws a `RayFault` when it was encrypted for another origin or key. */
export const openToken = ({ box }: Pick<ClustersDeps, "box">, cluster: Addressed): string | null =>
  cluster.sealed_token === null
    ? null
    : box.open({ clusterId: cluster.id, origin: new URL(cluster.address).origin }, cluster.sealed_token);

/** A client for a registered cluster, with its token. */
export const openCluster = (
  deps: Pick<ClustersDeps, "box" | "outgoing">,
  cluster: Addressed,
  signal?: AbortSignal,
): RayClient =>
  createRayClient({
    outgoing: deps.outgoing,
    address: cluster.address,
    token: openToken(deps, cluster),
    ...(signal && { signal }),
  });
