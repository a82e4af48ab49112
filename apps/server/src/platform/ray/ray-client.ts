import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { type ReadList, readEach } from "../http-client/read-each.ts";
import { faultOfStatus, RayFault } from "./ray-fault.ts";
import { openRayRequests, parseAs, parseJson, type RayConnection } from "./ray-request.ts";
import {
  authenticationAnswer,
  type ClusterStatusAnswer,
  clusterStatusAnswer,
  type DatasetAnswer,
  datasetAnswer,
  datasetsAnswer,
  type JobDetails,
  jobDetails,
  type NodeAnswer,
  nodeAnswer,
  nodesAnswer,
  stopAnswer,
  versionAnswer,
  workloadAnswer,
  workloadsAnswer,
} from "./ray-schemas.ts";
import { storableText } from "./ray-text.ts";

/** Ten thousand jobs take about 7 MB, more when many failed: each failure carries up to 20,000 characters of its log. */
export const JOBS_BYTES = 48 * 1024 ** 2;
const NODES_BYTES = 24 * 1024 ** 2;
export const LOG_BYTES = 8 * 1024 ** 2;
/** Of one connection, which is opened again after them. */
const FOLLOWED_BYTES = 512 * 1024 ** 2;
const MAX_WORKLOADS = 10_000;

export interface JobListAnswer {
  /** Equal to the one before when nothing changed, so that nothing has to be parsed. */
  readonly sha256: string;
  readonly bytes: number;
  /** Jobs that are known to be missing in it. */
  readonly leftOut: number;
  /** Time that reading it took this process, before the entries are asked for. */
  readonly busyMs: number;
  /** Each is read by `readJob`, those that changed only: a list may have thousands. */
  readonly entries: () => readonly unknown[];
}

/** Undefined for an entry of an unknown shape. */
export const readJob = (entry: unknown): JobDetails | undefined => jobDetails.safeParse(entry).data;

/**
 * The REST API of a Ray dashboard. It must be called with `node:http`: Ray refuses requests that look like a browser's, and
 * `fetch` of Node adds a header that does. Every method throws a `RayFault`.
 */
export const createRayClient = (connection: RayConnection) => {
  const { call, read, stream } = openRayRequests(connection);
  const workloads = async (kind: "actors" | "tasks", state: string) => {
    const filter = `filter_keys=state&filter_predicates=%3D&filter_values=${state}`;
    const path = `api/v0/${kind}?limit=${MAX_WORKLOADS}&detail=1&timeout=4&${filter}`;
    const { data } = await read(path, workloadsAnswer, NODES_BYTES);
    return readEach(data.result.result, workloadAnswer).items;
  };

  return {
    /** Whether the GCS lives. Other endpoints answer, or hang, long after it died. */
    checkHealth: async (): Promise<void> => {
      const { status, bytes } = await call("api/gcs_healthz");
      if (status === 503) throw new RayFault("gcs_down", "the control service of the cluster does not answer");
      if (status !== 200)
        throw status === 404 ? new RayFault("not_ray", "this is not a Ray dashboard") : faultOfStatus(status);
      if (String(bytes).trim() !== "success") throw new RayFault("not_ray", "this is not a Ray dashboard");
    },
    /** The session is another one when the head began without what it had stored; null when Ray does not say. */
    readVersion: async (): Promise<{ readonly rayVersion: string; readonly sessionName: string | null }> => {
      const { status, bytes } = await call("api/version");
      if (status !== 200)
        throw status === 404 ? new RayFault("not_ray", "this is not a Ray dashboard") : faultOfStatus(status);
      const parsed = versionAnswer.safeParse(parseJson(bytes));
      if (!parsed.success) throw new RayFault("not_ray", "this is not a Ray dashboard");
      const { ray_version: version, session_name: session } = parsed.data;
      return { rayVersion: version.slice(0, 60), sessionName: session ? storableText(session, 200) : null };
    },
    /** Null where the release does not say. */
    isTokenRequired: async (): Promise<boolean | null> => {
      const { status, bytes } = await call("api/authentication_mode");
      if (status !== 200) return null;
      const parsed = authenticationAnswer.safeParse(parseJson(bytes));
      return parsed.success ? parsed.data.authentication_mode !== "disabled" : null;
    },
    listJobs: async (maxBytes = JOBS_BYTES): Promise<JobListAnswer> => {
      const { status, bytes } = await call("api/jobs/", { maxBytes });
      if (status !== 200) throw faultOfStatus(status);
      return {
        sha256: createHash("sha256").update(bytes).digest("base64"),
        bytes: bytes.length,
        leftOut: 0,
        busyMs: 0,
        entries: () => {
          const list = parseJson(bytes);
          if (!Array.isArray(list)) throw new RayFault("bad_answer", "the list of jobs is not a list");
          return list;
        },
      };
    },
    readClusterStatus: (): Promise<ClusterStatusAnswer> => read("api/cluster_status", clusterStatusAnswer, NODES_BYTES),
    listNodes: async (): Promise<ReadList<NodeAnswer>> =>
      readEach((await read("nodes?view=summary", nodesAnswer, NODES_BYTES)).data.summary, nodeAnswer),
    /** What holds resources now: actors that live and tasks that run. */
    listWorkloads: async () =>
      (await Promise.all([workloads("actors", "ALIVE"), workloads("tasks", "RUNNING")])).flat(),
    /** The pipelines of Ray Data that a driver runs or ran. */
    listDatasets: async (driverJobId: string): Promise<ReadList<DatasetAnswer>> =>
      readEach(
        (await read(`api/data/datasets/${encodeURIComponent(driverJobId)}`, datasetsAnswer)).datasets,
        datasetAnswer,
      ),
    /** The last lines of the log of a submitted job; undefined when Ray has none. */
    readLogTail: async (job: LogPosition, maxBytes = LOG_BYTES): Promise<string | undefined> => {
      const query = new URLSearchParams({
        submission_id: job.submissionId,
        node_id: job.nodeId,
        lines: String(job.lines),
      });
      const { status, bytes } = await call(`api/v0/logs/file?${query}`, { maxBytes });
      if (status === 401 || status === 403) throw faultOfStatus(status);
      return status === 200 ? bytes.toString("utf8") : undefined;
    },
    /** The last lines of a log, and then what is added to it. It has no end; Ray begins to answer with the first line. */
    followLog: async (job: LogPosition): Promise<Readable> => {
      const query = new URLSearchParams({
        submission_id: job.submissionId,
        node_id: job.nodeId,
        lines: String(job.lines),
        interval: "1",
      });
      const { status, body } = await stream(`api/v0/logs/stream?${query}`, FOLLOWED_BYTES);
      if (status === 200) return body;
      body.destroy();
      throw status === 401 || status === 403 ? faultOfStatus(status) : new RayFault("timeout", "there is no log yet");
    },
    /** False when there was nothing left to stop. */
    stopJob: async (submissionId: string): Promise<boolean> => {
      const path = `api/jobs/${encodeURIComponent(submissionId)}/stop`;
      const { status, bytes } = await call(path, { method: "POST", body: "{}" });
      if (status === 404) throw new RayFault("bad_answer", "Ray no longer knows this job");
      if (status !== 200) throw faultOfStatus(status);
      return parseAs(stopAnswer, bytes).stopped;
    },
  };
};

export type RayClient = ReturnType<typeof createRayClient>;

export interface LogPosition {
  readonly submissionId: string;
  readonly nodeId: string;
  readonly lines: number;
}
