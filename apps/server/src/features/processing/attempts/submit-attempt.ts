import type { ClusterFault } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { type ClusterRow, describeFault, findClusterRow, openRayJobs } from "../../clusters/index.ts";
import { readCodePackage } from "../jobs/code-package.ts";
import { ticketKey } from "../object-keys.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { findAttempt, noteSubmitted } from "../records/attempt.store.ts";
import { findRun, type RunRecord } from "../records/run.store.ts";
import { type AttemptRef, enterPhase, readDecision } from "../records/run-state.store.ts";
import { AttemptFailure } from "./end-attempt.ts";

/** Faults that another try may not have. */
const TRANSIENT: ReadonlySet<ClusterFault> = new Set(["unreachable", "timeout", "gcs_down", "bad_answer"]);
const HOUR_S = 3_600;

export const requireCluster = async (deps: ProcessingRunDeps, run: RunRecord): Promise<ClusterRow> => {
  const cluster = await findClusterRow(deps.db, run.clusterId);
  if (!cluster) throw new AttemptFailure("cluster_gone", `the cluster ${run.clusterName} was removed`);
  return cluster;
};

/**
 * Submits the job of an attempt, once: its id was made with the attempt, so that a repeated try finds the job instead of
 * making a second one.
 */
export const submitAttempt = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  signal: AbortSignal,
): Promise<"go on" | "cancel" | "over"> => {
  const run = await findRun(deps.db, ref.runId);
  const attempt = await findAttempt(deps.db, ref.runId, ref.attempt);
  if (!run || !attempt || !(await enterPhase(deps.db, ref, "submitting", deps.clock()))) return "over";
  if (attempt.submittedAt !== null) return "go on";
  const decision = await readDecision(deps.db, ref);
  const cluster = await requireCluster(deps, run);
  const { submissionId } = attempt;
  try {
    const jobs = openRayJobs(deps.clusters, cluster, signal);
    const isThere = (await jobs.findJob(submissionId)) !== undefined;
    if (!isThere && decision !== "go on") return decision;
    if (!isThere) {
      const { name, zip } = await readCodePackage();
      await jobs.keepPackage(name, async () => zip);
      const answer = await jobs.submitJob({
        submissionId,
        entrypoint: "python -u -m dailies_processing",
        packageName: name,
        environment: { DAILIES_TICKET: ticketAddress(deps, run, ref) },
        metadata: { owner: run.creator, run: run.id, attempt: String(ref.attempt), template: run.template },
      });
      if (answer === "refused") throw new AttemptFailure("job_refused", "the cluster refused the job");
    }
  } catch (error) {
    throw submissionFault(error);
  }
  await noteSubmitted(deps.db, ref.runId, ref.attempt, deps.clock());
  return "go on";
};

const ticketAddress = ({ storage, clock }: ProcessingRunDeps, run: RunRecord, { attempt }: AttemptRef): string =>
  storage.presign({
    method: "GET",
    key: ticketKey(run.id, attempt),
    at: clock(),
    // Read once, when the driver starts; it may wait for a place.
    expiresS: run.resources.max_hours * HOUR_S,
  });

const submissionFault = (error: unknown): unknown => {
  const known = toRayFault(error);
  if (!known) return error;
  const words = `the job could not be submitted: ${describeFault(known.fault)}`;
  return TRANSIENT.has(known.fault)
    ? new DomainError("unavailable", words, { cause: error })
    : new AttemptFailure("job_refused", words);
};
