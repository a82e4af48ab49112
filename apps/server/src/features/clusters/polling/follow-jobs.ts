import type { ByteBudget } from "../../../platform/concurrency/byte-budget.ts";
import type { Db } from "../../../platform/db/database.ts";
import { withAnswerBytes } from "../../../platform/ray/answer-bytes.ts";
import { LOG_BYTES } from "../../../platform/ray/ray-client.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { storableText, tailOf, withoutSecretValues } from "../../../platform/ray/ray-text.ts";
import { toPipelines } from "../jobs/job-record.rules.ts";
import type { ClusterSource } from "../sources/cluster-source.ts";
import { type FollowedJob, type FollowResult, listFollowedJobs, type ReadLog, saveFollowed } from "./poll.store.ts";

export const LOG_LINES = 1_000;
const MAX_TAIL = 256 * 1024;
/** A poll reads so many logs at most; the running jobs of a large cluster take turns. */
const FOLLOWED = { running: 8, ended: 4 };
const LOG_ANSWER = { first: 1024 ** 2, most: LOG_BYTES };

interface FollowContext {
  readonly db: Db;
  readonly clusterId: string;
  readonly logs: NonNullable<ClusterSource["logs"]>;
  readonly secrets: readonly string[];
  /** For the logs that are being read. */
  readonly budget: ByteBudget;
  readonly at: Date;
}

/** Keeps the end of the logs and the pipelines of some jobs, so that they outlive the cluster. */
export const followJobs = async (context: FollowContext): Promise<void> => {
  const { db, clusterId, at } = context;
  const jobs = await listFollowedJobs(db, clusterId, FOLLOWED);
  await saveFollowed(db, clusterId, await Promise.all(jobs.map((job) => followJob(context, job))), at);
};

const followJob = async (context: FollowContext, job: FollowedJob): Promise<FollowResult> => {
  const [log, pipelines] = await Promise.all([
    settle(() => readLog(context, job)),
    settle(() => readPipelines(context, job)),
  ]);
  const isEnded = job.status !== "PENDING" && job.status !== "RUNNING";
  // A log that could not be read for now is read again; one that Ray does not have is not.
  const isFinal = isEnded && !log.isFaulty && !pipelines.isFaulty;
  return { jobId: job.id, log: log.value, pipelines: pipelines.value, isFinal };
};

const settle = async <T>(act: () => Promise<T>): Promise<{ value?: T; isFaulty: boolean }> => {
  try {
    return { value: await act(), isFaulty: false };
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    // Both would repeat: the answer is there, and it is not usable.
    return { isFaulty: known.fault !== "too_large" && known.fault !== "bad_answer" };
  }
};

const readLog = async ({ logs, secrets, budget }: FollowContext, job: FollowedJob): Promise<ReadLog | undefined> => {
  if (job.type !== "SUBMISSION" || job.driver_node_id === null) return undefined;
  const position = { submissionId: job.job_key, nodeId: job.driver_node_id, lines: LOG_LINES };
  return withAnswerBytes(budget, LOG_ANSWER, async (maxBytes) => {
    const text = await logs.readLogTail(position, maxBytes);
    if (text === undefined) return undefined;
    const { tail, isTruncated } = tailOf(text, MAX_TAIL);
    const isCutByRay = tail.split("\n").length > LOG_LINES;
    return { tail: storableText(withoutSecretValues(tail, secrets), MAX_TAIL), isTruncated: isTruncated || isCutByRay };
  });
};

const readPipelines = async ({ logs, at }: FollowContext, { driver_job_id: driver }: FollowedJob) =>
  driver === null ? undefined : toPipelines((await logs.listDatasets(driver)).items, at.getTime());
