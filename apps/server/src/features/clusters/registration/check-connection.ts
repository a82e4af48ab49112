import type { ClusterFault } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RayClient } from "../../../platform/ray/ray-client.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { findCluster, pollNext } from "./cluster.store.ts";
import { openCluster } from "./open-cluster.ts";

export interface ConnectionCheck {
  readonly fault: ClusterFault | null;
  readonly rayVersion: string | null;
  readonly isTokenRequired: boolean | null;
}

/** Whether Ray answers there, and takes the token. */
export const checkConnection = async (open: () => RayClient): Promise<ConnectionCheck> => {
  try {
    const client = open();
    await client.checkHealth();
    const { rayVersion } = await client.readVersion();
    const [isTokenRequired] = await Promise.all([client.isTokenRequired(), client.listJobs()]);
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
  const found = await checkConnection(() => openCluster(deps, row));
  await pollNext(deps.db, id, deps.clock());
  return found;
};
