import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface RecordedPoint {
  readonly step: number;
  /** The largest double for infinity, and the text "NaN". */
  readonly value: number | "NaN";
  readonly timestamp: number;
}

export interface RecordedRun {
  readonly run_id: string;
  run_name: string;
  experiment_id: string;
  user_id: string;
  status: string;
  start_time: number;
  end_time?: number;
  lifecycle_stage: string;
  params: Record<string, string>;
  tags: Record<string, string>;
  datasets: { name: string; digest: string }[];
  metrics: Record<string, RecordedPoint[]>;
}

/** What a request is answered with instead of the usual body. */
export type MlflowAnswer = (request: IncomingMessage, response: ServerResponse) => void;

const newState = () => ({
  version: "3.17.2",
  /** What the header of a login must be; none is asked for when undefined. */
  authorization: undefined as string | undefined,
  experiments: [{ experiment_id: "1", name: "lora sweep", creation_time: 1_794_702_534_340 }],
  runs: [] as RecordedRun[],
  /** Overrides by the beginning of the path; the longest one is used. */
  overrides: new Map<string, MlflowAnswer>(),
  requests: [] as { path: string; headers: IncomingMessage["headers"]; body: string }[],
});
type MlflowState = ReturnType<typeof newState>;

export interface MlflowServer extends MlflowState {
  readonly url: string;
  readonly add: (run: Partial<RecordedRun>) => RecordedRun;
  readonly close: () => Promise<void>;
}

/** A falling curve, ten steps apart. */
export const aCourse = (points: number, startMs: number): RecordedPoint[] =>
  Array.from({ length: points }, (_, at) => ({
    step: at * 10,
    value: 1 / (at + 1),
    timestamp: startMs + at * 1_000,
  }));

const aRecordedRun = (run: Partial<RecordedRun>): RecordedRun => {
  const startMs = run.start_time ?? Date.now() - 3_600_000;
  return {
    run_id: randomBytes(16).toString("hex"),
    run_name: "lora-r8",
    experiment_id: "1",
    user_id: "",
    status: "FINISHED",
    start_time: startMs,
    ...((run.status ?? "FINISHED") === "FINISHED" && { end_time: startMs + 600_000 }),
    lifecycle_stage: "active",
    params: { rank: "8", lr: "3e-4" },
    tags: { "mlflow.user": "ana", "mlflow.runName": "lora-r8" },
    datasets: [{ name: "clips-v1", digest: "d101" }],
    metrics: { loss: aCourse(50, startMs) },
    ...run,
  };
};

const pairs = (of: Record<string, string>) => Object.entries(of).map(([key, value]) => ({ key, value }));

/** The shape in which MLflow 3.17.2 answers; lists without entries are left out. */
const toAnswer = (run: RecordedRun) => {
  const { params, tags, datasets, metrics, ...info } = run;
  const last = Object.entries(metrics).flatMap(([key, points]) => {
    const point = points.at(-1);
    return point ? [{ key, ...point }] : [];
  });
  return {
    info: { run_uuid: run.run_id, artifact_uri: `mlflow-artifacts:/1/${run.run_id}/artifacts`, ...info },
    data: {
      ...(last.length > 0 && { metrics: last }),
      ...(Object.keys(params).length > 0 && { params: pairs(params) }),
      ...(Object.keys(tags).length > 0 && { tags: pairs(tags) }),
    },
    inputs: datasets.length > 0 ? { dataset_inputs: datasets.map((dataset) => ({ tags: [], dataset })) } : {},
    outputs: {},
  };
};

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Page tokens are offsets, as MLflow's are. */
const pageOf = <T>(name: string, all: readonly T[], max: number, token: string | null | undefined) => {
  const offset = token ? (JSON.parse(Buffer.from(token, "base64").toString()) as { offset: number }).offset : 0;
  const items = all.slice(offset, offset + max);
  const next = Buffer.from(JSON.stringify({ offset: offset + max })).toString("base64");
  return {
    ...(items.length > 0 && { [name]: items }),
    ...(offset + max < all.length && { next_page_token: next }),
  };
};

interface SearchBody {
  readonly experiment_ids: string[];
  readonly filter?: string;
  readonly max_results: number;
  readonly page_token?: string;
}

const searchRuns = ({ runs }: MlflowState, body: SearchBody) => {
  const ids = /run_id IN \(([^)]*)\)/.exec(body.filter ?? "")?.[1]?.match(/[\w-]+/g) ?? undefined;
  const latest = /start_time <= (\d+)/.exec(body.filter ?? "")?.[1];
  const found = runs
    .filter((run) => body.experiment_ids.includes(run.experiment_id))
    .filter((run) => ids === undefined || ids.includes(run.run_id))
    .filter((run) => latest === undefined || run.start_time <= Number(latest))
    .sort((a, b) => b.start_time - a.start_time);
  return pageOf("runs", found.map(toAnswer), body.max_results, body.page_token);
};

const pointsOf = ({ runs }: MlflowState, runId: string, key: string) =>
  (runs.find((run) => run.run_id === runId)?.metrics[key] ?? []).map((point) => ({ key, ...point, run_id: runId }));

/** Picks evenly and keeps the last one, so that what lies between is lost. */
const pick = <T>(points: readonly T[], max: number): T[] => {
  const every = Math.ceil(points.length / max);
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
};

const answerAsMlflow = (state: MlflowState, response: ServerResponse, url: URL, body: string): void => {
  const { pathname, searchParams: query } = url;
  if (pathname === "/version") return void response.writeHead(200, { "content-type": "text/html" }).end(state.version);
  const key = query.get("metric_key") ?? "";
  const max = Number(query.get("max_results"));
  switch (pathname.replace("/api/2.0/mlflow/", "")) {
    case "experiments/search": {
      const { max_results: limit, page_token: token } = JSON.parse(body) as SearchBody;
      return json(response, 200, pageOf("experiments", state.experiments, limit, token));
    }
    case "runs/search":
      return json(response, 200, searchRuns(state, JSON.parse(body) as SearchBody));
    case "metrics/get-history":
      return json(
        response,
        200,
        pageOf("metrics", pointsOf(state, query.get("run_id") ?? "", key), max, query.get("page_token")),
      );
    case "metrics/get-history-bulk-interval":
      return json(response, 200, {
        metrics: query.getAll("run_ids").flatMap((id) => pick(pointsOf(state, id, key), max)),
      });
    default:
      return json(response, 404, { error_code: "ENDPOINT_NOT_FOUND" });
  }
};

/** A small server that speaks what MLflow was recorded to answer. */
export const startMlflowServer = async (port = 0): Promise<MlflowServer> => {
  const state = newState();
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const body = bytes.toString("utf8");
      state.requests.push({ path: url.pathname + url.search, headers: request.headers, body });
      const override = [...state.overrides]
        .filter(([path]) => url.pathname.startsWith(path))
        .sort(([a], [b]) => b.length - a.length)[0]?.[1];
      if (override) return override(request, response);
      if (state.authorization !== undefined && request.headers.authorization !== state.authorization) {
        return void response.writeHead(401).end("You are not authenticated.");
      }
      return answerAsMlflow(state, response, url, body);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (run: Partial<RecordedRun>) => {
      const made = aRecordedRun(run);
      state.runs.push(made);
      return made;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
};
