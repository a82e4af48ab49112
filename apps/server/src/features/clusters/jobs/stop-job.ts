import { DomainError, InvalidRequest } from "../../../errors.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { FAILURES_TO_OPEN } from "../polling/poll-cluster.ts";
import { describeFault } from "../registration/check-connection.ts";
import { findCluster } from "../registration/cluster.store.ts";
import { openCluster } from "../registration/open-cluster.ts";
import { subjectOf } from "../registration/validate-cluster.ts";
import { findJob, type JobDetailRow, lockJob, noteStopAsked } from "./job.store.ts";
import { isUnfinished, type RayJobStatus } from "./job-record.rules.ts";
import { isStopTyped, mayStop } from "./stop-job.rules.ts";

const NO_JOB = "there is no such job";

/**
 * Asks Ray to stop a job. The audit entry is committed before Ray is asked, so that no stop is without one. That the job has
 * stopped is seen by a later poll.
 */
export const stopJob = async (
  deps: ClustersDeps,
  context: RequestContext,
  { id, typedName }: { readonly id: string; readonly typedName: string | undefined },
): Promise<JobDetailRow> => {
  const job = await findJob(deps.db, id);
  const cluster = job && (await findCluster(deps.db, job.cluster_id));
  if (!job || !cluster) throw new DomainError("not_found", NO_JOB);
  refuseStop(context, job, typedName);
  // Many are stopped one after the other: a cluster that is down must not make each of them wait.
  if (context.managesJobs && cluster.failures >= FAILURES_TO_OPEN) {
    throw new DomainError("upstream_failed", `the cluster '${cluster.name}' does not answer`);
  }
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockJob(tx, id);
    if (!row) throw new DomainError("not_found", NO_JOB);
    if (!isUnfinished(row.status as RayJobStatus)) throw new DomainError("conflict", "this job has already ended");
    await noteStopAsked(tx, id, { at: context.at, by: context.actor.username });
    await recordOperation(tx, auditActor(context), {
      opType: "Stop_cluster_job",
      subjects: [subjectOf(cluster.id), `cluster-job:${id}`],
      meta: { cluster: cluster.name, job: job.job_key, owner: job.owner, gpus: job.gpus, status: row.status },
    });
  });
  try {
    await openCluster(deps, cluster).stopJob(job.job_key);
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    // After a timeout Ray may have stopped it, so the note stays until the job ends.
    if (known.fault !== "timeout") await deps.db.transaction().execute((tx) => noteStopAsked(tx, id, null));
    throw new DomainError("upstream_failed", `the job was not stopped: ${describeFault(known.fault)}`, {
      cause: error,
    });
  }
  return (await findJob(deps.db, id)) ?? job;
};

const refuseStop = ({ actor, managesJobs }: RequestContext, job: JobDetailRow, typedName: string | undefined): void => {
  if (!mayStop(actor, job)) {
    throw new DomainError("not_allowed", "only the owner of this job or an administrator can stop it");
  }
  if (job.type === "RAYJOB") {
    throw new DomainError("conflict", "this job belongs to KubeRay: delete or suspend its RayJob in Kubernetes");
  }
  if (job.type !== "SUBMISSION") {
    throw new DomainError(
      "conflict",
      "Ray stops submitted jobs only; this driver was started by hand: end its process",
    );
  }
  if (job.gone_at !== null) throw new DomainError("conflict", "the cluster no longer knows this job");
  if (isStopTyped(job) && typedName !== job.job_key) {
    if (managesJobs)
      throw new DomainError("conflict", "it holds many GPUs: stop it on its own page by typing its name");
    throw new InvalidRequest("body", [{ message: "type the name of the job to stop it", path: ["typed_name"] }]);
  }
};
