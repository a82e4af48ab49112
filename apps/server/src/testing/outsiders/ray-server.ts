import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { answerAsServe, newServe } from "./ray-serve.ts";

export interface RecordedJob {
  type: "SUBMISSION" | "DRIVER";
  job_id: string | null;
  submission_id: string | null;
  status: string;
  entrypoint: string;
  message: string | null;
  error_type: string | null;
  start_time: number | null;
  end_time: number | null;
  metadata: Record<string, string>;
  driver_node_id: string | null;
  driver_exit_code: number | null;
  [key: string]: unknown;
}

/** What a request is answered with instead of the usual body. */
export type RayAnswer = (request: IncomingMessage, response: ServerResponse) => void;

const NODE_ID = "41dd2ad38f0a4c2f9e7c5f2f4d1c9d3b2a1908f7e6d5c4b3a2918070";

/** Bodies as Ray 2.57.0 sent them, shortened. */
const clusterStatus = (gpus: number) => ({
  result: true,
  msg: "Got cluster status.",
  data: {
    autoscalingStatus: "Cluster status: 1 nodes",
    autoscalingError: null,
    clusterStatus: {
      autoscalerReport: { activeNodes: { node41Dd2Ad38: 1 }, idleNodes: null, pendingNodes: [], legacy: true },
      loadMetricsReport: {
        usage: {
          "node:InternalHead": [0, 1],
          CPU: [3, 8],
          memory: [0, 4_294_967_296],
          objectStoreMemory: [1_048_576, 268_435_456],
          ...(gpus > 0 && { GPU: [gpus, 16] }),
        },
        resourceDemand: [[{ GPU: 1 }, 1]],
        pgDemand: [],
        usageByNode: {},
      },
    },
  },
});
const nodes = {
  result: true,
  msg: "Node summary fetched.",
  data: {
    summary: [
      {
        now: 1_794_701_772.1,
        hostname: "head-1",
        ip: "127.0.0.1",
        cpu: 91.9,
        cpus: [2, 2],
        mem: [25_275_125_760, 22_594_183_168, 10.6, 2_680_942_592],
        gpus: [
          {
            index: 0,
            name: "NVIDIA H100",
            utilizationGpu: 87,
            memoryUsed: 61_440,
            memoryTotal: 81_920,
            temperatureC: 64,
          },
        ],
        raylet: {
          nodeId: NODE_ID,
          isHeadNode: true,
          state: "ALIVE",
          stateMessage: null,
          startTimeMs: "1794701645948",
          objectStoreUsedMemory: 0,
          objectStoreAvailableMemory: 268_435_456,
        },
        agent: { pid: 1, cmdline: ["ray::DashboardAgent", "", ""] },
      },
      {
        hostname: "worker-7",
        ip: "10.0.0.7",
        raylet: { nodeId: "d3ad", isHeadNode: false, state: "DEAD", stateMessage: "health check failed" },
      },
    ],
    nodeLogicalResources: {},
  },
};

const newState = () => ({
  token: randomBytes(16).toString("hex"),
  version: "2.57.0",
  /** A head that lost what it stored has another one. */
  sessionName: "session_2026-11-18_00-13-58_309126_27500",
  jobs: [] as RecordedJob[],
  /** Logs by submission id. */
  logs: new Map<string, string>(),
  /** Bodies of `/api/data/datasets/{job}` by driver. */
  datasets: new Map<string, object[]>(),
  /** GPUs in use, and the actors that hold them. */
  gpusInUse: 0,
  actors: [] as object[],
  serve: newServe(),
  /** Code that was uploaded, by the name of its package. */
  packages: new Map<string, Buffer>(),
  /** Bodies of the jobs that were submitted. */
  submissions: [] as SubmittedJob[],
  /** Called with each job that is accepted, before the answer. */
  afterSubmit: undefined as ((job: SubmittedJob) => void) | undefined,
  /** Overrides by the beginning of the path; the longest one is used. */
  overrides: new Map<string, RayAnswer>(),
  requests: [] as { method: string; path: string; headers: IncomingMessage["headers"] }[],
});
type RayState = ReturnType<typeof newState>;

export interface RayServer extends RayState {
  readonly url: string;
  readonly add: (job: Partial<RecordedJob>) => RecordedJob;
  /** Its usual answer, for overrides that change only some. */
  readonly answer: RayAnswer;
  readonly close: () => Promise<void>;
}

export const aRecordedJob = (job: Partial<RecordedJob> = {}): RecordedJob => ({
  type: "SUBMISSION",
  job_id: "02000000",
  submission_id: `raysubmit_${randomBytes(8).toString("hex")}`,
  driver_info: { id: "02000000", node_ip_address: "127.0.0.1", pid: "1359" },
  status: "RUNNING",
  entrypoint: "python train.py --steps 100",
  message: "Job is currently running.",
  error_type: null,
  start_time: Date.now() - 60_000,
  end_time: null,
  metadata: { owner: "ada" },
  runtime_env: { env_vars: { WANDB_API_KEY: "canary-runtime-env" } },
  driver_agent_http_address: "http://127.0.0.1:52365",
  driver_node_id: NODE_ID,
  driver_exit_code: null,
  ...job,
});

const text = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(body);
const json = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
const listed = (rows: readonly object[]) => ({
  result: true,
  msg: "",
  data: {
    result: { total: rows.length, num_after_truncation: rows.length, result: rows, partial_failure_warning: "" },
  },
});

const stop = (state: RayState, response: ServerResponse, id: string): void => {
  const job = state.jobs.find(({ submission_id }) => submission_id === id);
  if (!job) return text(response, 404, `Job ${id} does not exist`);
  const isRunning = job.status === "RUNNING" || job.status === "PENDING";
  if (isRunning)
    Object.assign(job, { status: "STOPPED", end_time: Date.now(), message: "Job was intentionally stopped." });
  return json(response, { stopped: isRunning });
};

export interface SubmittedJob {
  readonly submission_id: string;
  readonly entrypoint: string;
  readonly metadata: Record<string, string>;
  readonly runtime_env: { readonly working_dir: string; readonly env_vars: Record<string, string> };
}

/** Ray refuses an id that it knows with a traceback. The job starts at once, and a test ends it. */
const submit = async (state: RayState, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const job = JSON.parse(String(await buffer(request))) as SubmittedJob;
  const { submission_id, entrypoint, metadata, runtime_env } = job;
  if (state.jobs.some((known) => known.submission_id === submission_id))
    return text(
      response,
      500,
      `Traceback …\nValueError: Job with submission_id ${submission_id} already exists. Please …`,
    );
  state.submissions.push(job);
  state.jobs.push(aRecordedJob({ submission_id, entrypoint, metadata, runtime_env, start_time: Date.now() }));
  state.afterSubmit?.(job);
  return json(response, { job_id: submission_id, submission_id });
};

const answerAsPackages = async (
  { packages }: RayState,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> => {
  if (request.method === "PUT") packages.set(name, await buffer(request));
  return packages.has(name) ? text(response, 200, "") : text(response, 404, `Package gcs://${name} does not exist`);
};

const refusalOf = ({ token }: RayState, { method, headers }: IncomingMessage): [number, string] | undefined => {
  if (headers.authorization === undefined) return [401, "Unauthorized: Missing authentication token"];
  if (headers.authorization !== `Bearer ${token}`) return [403, "Forbidden: Invalid authentication token"];
  const looksLikeBrowser = ["origin", "referer", "sec-fetch-mode", "sec-fetch-site"].some((name) => name in headers);
  return method !== "GET" && looksLikeBrowser ? [405, "'POST' method not allowed for browser traffic."] : undefined;
};

const answerAsJobs = (state: RayState, request: IncomingMessage, response: ServerResponse, pathname: string): void => {
  const [, id, act] = /^\/api\/jobs\/([^/]*)(\/stop)?$/.exec(pathname) ?? [];
  const isPost = request.method === "POST";
  if (id === undefined) return text(response, 404, "404: Not Found");
  if (id === "") return isPost ? void submit(state, request, response) : json(response, state.jobs);
  if (act !== undefined && isPost) return stop(state, response, decodeURIComponent(id));
  const job = state.jobs.find(({ submission_id }) => submission_id === decodeURIComponent(id));
  return job ? json(response, job) : text(response, 404, `Job ${id} does not exist`);
};

const FOLLOW_MS = 20;

/** Begins with the first line, and goes on until the client leaves. */
const followAsRay = ({ logs }: RayState, response: ServerResponse, id: string): void => {
  if (!logs.has(id)) return text(response, 500, "Traceback (most recent call last):\n  …");
  let sent = 0;
  const send = (): void => {
    const log = logs.get(id) ?? "";
    if (log.length > sent) response.write(log.slice(sent));
    sent = log.length;
  };
  response.writeHead(200, { "content-type": "text/plain" });
  send();
  const timer = setInterval(send, FOLLOW_MS);
  response.once("close", () => clearInterval(timer));
};

/** Ray's own answers: health and mode are public, everything else needs the token. */
const answerAsRay = (state: RayState, request: IncomingMessage, response: ServerResponse, url: URL): void => {
  const { pathname, searchParams } = url;
  if (pathname === "/api/gcs_healthz") return text(response, 200, "success");
  if (pathname === "/api/authentication_mode") return json(response, { authentication_mode: "token" });
  const refusal = refusalOf(state, request);
  if (refusal) return text(response, ...refusal);
  if (pathname.startsWith("/api/jobs/")) return answerAsJobs(state, request, response, pathname);
  const code = /^\/api\/packages\/gcs\/([^/]+)$/.exec(pathname)?.[1];
  if (code !== undefined) return void answerAsPackages(state, request, response, decodeURIComponent(code));
  if (pathname === "/api/serve/applications/") return answerAsServe(state.serve, request, response);
  const driver = /^\/api\/data\/datasets\/([^/]+)$/.exec(pathname)?.[1];
  if (driver !== undefined) return json(response, { datasets: state.datasets.get(driver) ?? [] });
  switch (pathname) {
    case "/api/version":
      return json(response, {
        version: "4",
        ray_version: state.version,
        ray_commit: "4464bbb6",
        session_name: state.sessionName,
      });
    case "/api/cluster_status":
      return json(response, clusterStatus(state.gpusInUse));
    case "/nodes":
      return json(response, nodes);
    case "/api/v0/actors":
      return json(response, listed(state.actors));
    case "/api/v0/tasks":
      return json(response, listed([]));
    case "/api/v0/logs/stream":
      return followAsRay(state, response, searchParams.get("submission_id") ?? "");
    case "/api/v0/logs/file": {
      const log = state.logs.get(searchParams.get("submission_id") ?? "");
      if (searchParams.get("node_id") === null) return text(response, 500, "Traceback (most recent call last):\n  …");
      return log === undefined ? text(response, 404, "no log") : text(response, 200, log);
    }
    default:
      return text(response, 404, "404: Not Found");
  }
};

/** A small real server that answers as a Ray dashboard, and as a test wants it to instead. */
export const startRayServer = async (port = 0): Promise<RayServer> => {
  const state = newState();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://ray.test");
    state.requests.push({ method: request.method ?? "", path: url.pathname, headers: request.headers });
    const override = [...state.overrides]
      .filter(([path]) => url.pathname.startsWith(path))
      .toSorted(([one], [other]) => other.length - one.length)[0];
    if (override) override[1](request, response);
    else answerAsRay(state, request, response, url);
  };
  const server = createServer(answer).listen(port, "127.0.0.1");
  // As Ray's: polls find the connections of the poll before.
  server.keepAliveTimeout = 75_000;
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (request: IncomingMessage, response: ServerResponse) =>
      answerAsRay(state, request, response, new URL(request.url ?? "/", "http://ray.test")),
    add: (job: Partial<RecordedJob>): RecordedJob => {
      const made = aRecordedJob(job);
      state.jobs.push(made);
      return made;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
};
