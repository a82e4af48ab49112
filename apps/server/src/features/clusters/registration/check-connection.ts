import type { ClusterFault } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import type { ClusterSource } from "../sources/cluster-source.ts";
import { openSource } from "../sources/open-source.ts";
import { findCluster, pollNext } from "./cluster.store.ts";

export interface ConnectionCheck {
  readonly fault: ClusterFault | null;
  readonly rayVersion: string | null;
  readonly isTokenRequired: boolean | null;
}

/** Whether Ray or Kubernetes answers there, and lets the token list jobs. */
export const checkConnection = async (open: () => ClusterSource): Promise<ConnectionCheck> => {
  try {
    const source = open();
    await source.checkHealth();
    const { rayVersion } = await source.readVersion();
    const [isTokenRequired] = await Promise.all([source.isTokenRequired(), source.listJobs()]);
    return { fault: null, rayVersion, isTokenRequired };
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    return { fault: known.fault, rayVersion: null, isTokenRequired: null };
  }
};

const SENTENCES: Readonly<Record<ClusterFault, string>> = {
  unreachable: "nothing answers at this address",
  timeout: "this address did not answer within five seconds",
  forbidden_address: "this address is not allowed; an operator must list it in DAILIES_CLUSTER_ORIGINS",
  token_missing: "the cluster asks for a token",
  token_refused: "the cluster refuses this token",
  gcs_down: "the dashboard answers, but the control service of the cluster (GCS) is down",
  not_ray: "something answers at this address, but it is not a Ray dashboard",
  not_kuberay:
    "no resources of KubeRay (ray.io/v1) are found at this address: it is no API server, or KubeRay is not installed",
  not_permitted: "the token may not list the RayClusters and RayJobs of this namespace",
  bad_certificate: "the certificate at this address is not trusted: enter the certificate of its authority (CA)",
  too_large: "the cluster's answer is too large",
  bad_answer: "the cluster's answer could not be read",
  token_lost: "the stored token can no longer be opened, enter it again",
};

export const describeFault = (fault: ClusterFault): string => SENTENCES[fault];

/** A conflict and no failure of the console: the caller named this address and token. */
export const refuseFault = (fault: ClusterFault): DomainError => new DomainError("conflict", SENTENCES[fault]);

/** Checks a registered cluster now; it is also polled next, whatever its backoff was. */
export const checkCluster = async (deps: ClustersDeps, id: string): Promise<ConnectionCheck> => {
  const row = await findCluster(deps.db, id);
  if (!row) throw new DomainError("not_found", "there is no such cluster");
  const found = await checkConnection(() => openSource(deps, row));
  await pollNext(deps.db, id, deps.clock());
  return found;
};
