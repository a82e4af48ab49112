import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { JobDetails } from "../../../platform/ray/ray-schemas.ts";
import {
  storableText,
  tailOf,
  withoutAnsi,
  withoutPaths,
  withoutSecretValues,
} from "../../../platform/ray/ray-text.ts";
import { type ClusterRow, openCluster, openToken } from "../../clusters/index.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import type { AttemptFailure } from "./end-attempt.ts";

const LOG_LINES = 60;
const LOG_LENGTH = 8_000;
/** With which the driver ends when the time of the attempt is over. */
const OUT_OF_TIME_CODE = 3;
const SIGNED = /https?:\/\/\S*X-Amz-\S*/gi;

const SENTENCES: Readonly<Record<string, string>> = {
  RUNTIME_ENV_SETUP_FAILURE: "the cluster could not set up the environment of the job",
  JOB_SUPERVISOR_ACTOR_START_TIMEOUT: "the cluster did not start the job in time: it may have no free place",
  JOB_SUPERVISOR_ACTOR_START_FAILURE: "the cluster could not start the job",
  JOB_SUPERVISOR_ACTOR_UNSCHEDULABLE: "no machine of the cluster has a place for the job",
  JOB_SUPERVISOR_ACTOR_UNKNOWN_FAILURE: "the job broke off on the cluster",
  JOB_SUPERVISOR_ACTOR_DIED: "the machine or the process of the job died",
  JOB_ENTRYPOINT_COMMAND_START_ERROR: "the program of the job could not be started",
  JOB_ENTRYPOINT_COMMAND_ERROR: "the job ended with an error; the end of its log says more",
};

/** How a job failed, in words. */
export const explainJobEnd = (job: JobDetails, maxHours: number): Pick<AttemptFailure, "fault" | "message"> => {
  if (job.status === "STOPPED") return { fault: "job_stopped", message: "somebody stopped the job on the cluster" };
  if (job.driver_exit_code === OUT_OF_TIME_CODE)
    return { fault: "out_of_time", message: `the attempt took longer than ${maxHours} hours` };
  return { fault: "job_failed", message: SENTENCES[job.error_type ?? ""] ?? "the job failed on the cluster" };
};

/** The last lines of the log, as they may be kept. Empty when the cluster has none or does not answer any more. */
export const readLogEnd = async (
  deps: Pick<ProcessingRunDeps, "clusters">,
  cluster: ClusterRow,
  job: JobDetails,
  submissionId: string,
): Promise<string> => {
  if (!job.driver_node_id) return "";
  try {
    const client = openCluster(deps.clusters, cluster);
    const log = await client.readLogTail({ submissionId, nodeId: job.driver_node_id, lines: LOG_LINES });
    return cleanLog(log ?? "", [openToken(deps.clusters, cluster) ?? ""]);
  } catch (error) {
    if (!toRayFault(error)) throw error;
    return "";
  }
};

const cleanLog = (log: string, secrets: readonly string[]): string => {
  const plain = withoutAnsi(log).replace(SIGNED, "[address]");
  return storableText(tailOf(withoutPaths(withoutSecretValues(plain, secrets)), LOG_LENGTH).tail, LOG_LENGTH);
};
