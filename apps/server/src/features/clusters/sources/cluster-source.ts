import type { ClusterResources } from "@dailies/contract";
import type { JobListAnswer, RayClient } from "../../../platform/ray/ray-client.ts";
import type { HeldGpus, NodeFacts } from "../polling/cluster-facts.rules.ts";
import type { KubeRayFacts } from "./kuberay-facts.rules.ts";

/**
 * Where the facts about a cluster come from: the dashboard of Ray, or KubeRay's resources in Kubernetes. The poller knows
 * only this. Every method throws a `RayFault`.
 */
export interface ClusterSource {
  /** Before anything else is asked: most of the rest would hang or mislead. */
  readonly checkHealth: () => Promise<void>;
  readonly readVersion: () => Promise<{ readonly rayVersion: string | null; readonly sessionName: string | null }>;
  /** Null where it does not say. */
  readonly isTokenRequired: () => Promise<boolean | null>;
  /** Null where nothing knows what is used. */
  readonly readResources: () => Promise<ClusterResources | null>;
  readonly readMembers: () => Promise<MemberFacts>;
  /** The entries have the shape of Ray's jobs. */
  readonly listJobs: (maxBytes?: number) => Promise<JobListAnswer>;
  readonly readHeldGpus: () => Promise<HeldGpus>;
  /** Logs and Ray Data pipelines of jobs. Null where there are none, and then nothing else can be asked of a job either. */
  readonly logs: Pick<RayClient, "readLogTail" | "listDatasets"> | null;
}

/** What a cluster is made of. */
export interface MemberFacts {
  readonly nodes?: NodeFacts;
  readonly kuberay?: KubeRayFacts;
}
