import type { RunSourceLogin } from "@dailies/contract";
import type { z } from "zod";
import type { Outgoing } from "../http-client/outgoing.ts";
import { type ReadList, readEach } from "../http-client/read-each.ts";
import { requestWithin } from "../http-client/request-within.ts";
import { faultOfStatus, MlflowFault, toMlflowFault } from "./mlflow-fault.ts";
import {
  type ExperimentAnswer,
  experimentAnswer,
  experimentsAnswer,
  historyAnswer,
  type PointAnswer,
  pointAnswer,
  type RunAnswer,
  runAnswer,
  runsAnswer,
} from "./mlflow-schemas.ts";

export const MLFLOW_TIMEOUT_MS = 5_000;
const SMALL_BYTES = 4 * 1024 ** 2;
/** A hundred runs with a thousand metrics each take 9 MB. */
export const RUNS_BYTES = 24 * 1024 ** 2;
const HISTORY_BYTES = 12 * 1024 ** 2;

export interface MlflowConnection {
  readonly outgoing: Outgoing;
  readonly address: string;
  readonly login: RunSourceLogin;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** A page of a list: the entries that could be read, how many could not, and whether there is more. */
export interface MlflowPage<T> extends ReadList<T> {
  readonly nextPageToken: string | undefined;
}

export interface RunsSearch {
  readonly experimentIds: readonly string[];
  readonly filter?: string;
  readonly maxResults: number;
  readonly pageToken?: string | undefined;
}

const authorizationOf = (login: RunSourceLogin): { authorization?: string } => {
  if (login.kind === "token") return { authorization: `Bearer ${login.token}` };
  if (login.kind === "none") return {};
  return { authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}` };
};

const parseAs = <T extends z.ZodType>(schema: T, bytes: Buffer): z.output<T> => {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    // A RangeError is the answer to nesting that is too deep.
    throw new MlflowFault("bad_answer", "MLflow's answer is not JSON", { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new MlflowFault("bad_answer", "MLflow's answer has an unknown shape");
  return parsed.data;
};

const toPage = <T extends z.ZodType>(
  list: readonly unknown[],
  schema: T,
  nextPageToken: string | undefined,
): MlflowPage<z.output<T>> => ({ ...readEach(list, schema), nextPageToken: nextPageToken || undefined });

/** The REST API of an MLflow server. Every request has a limit of time and size; every method throws an `MlflowFault`. */
export const createMlflowClient = (connection: MlflowConnection) => {
  const { outgoing, address, login, signal, timeoutMs = MLFLOW_TIMEOUT_MS } = connection;
  const base = address.endsWith("/") ? address : `${address}/`;

  const call = async (path: string, { body, maxBytes = SMALL_BYTES }: { body?: object; maxBytes?: number } = {}) => {
    const headers = {
      accept: "application/json",
      ...authorizationOf(login),
      ...(body && { "content-type": "application/json" }),
    };
    try {
      const sent = body && { method: "POST" as const, body: JSON.stringify(body) };
      const limits = { signal, timeoutMs };
      return await requestWithin(outgoing, new URL(path, base).href, { maxBytes, headers, ...sent }, limits);
    } catch (error) {
      throw toMlflowFault(error) ?? error;
    }
  };
  const read = async <T extends z.ZodType>(
    path: string,
    schema: T,
    options: { body?: object; maxBytes?: number } = {},
  ): Promise<z.output<T>> => {
    const { status, bytes } = await call(`api/2.0/mlflow/${path}`, options);
    if (status !== 200) throw faultOfStatus(status, bytes);
    return parseAs(schema, bytes);
  };

  return {
    /** Null where the server does not say, as hosted ones. */
    readVersion: async (): Promise<string | null> => {
      const { status, bytes } = await call("version");
      if (status === 401 || status === 403) throw faultOfStatus(status, bytes);
      const text = bytes.subarray(0, 100).toString("utf8").trim();
      return status === 200 && /^\d+\.\d+[\w.+-]*$/.test(text) ? text.slice(0, 60) : null;
    },
    searchExperiments: async (maxResults: number, pageToken?: string): Promise<MlflowPage<ExperimentAnswer>> => {
      const body = { max_results: maxResults, view_type: "ACTIVE_ONLY", ...(pageToken && { page_token: pageToken }) };
      const answer = await read("experiments/search", experimentsAnswer, { body });
      return toPage(answer.experiments, experimentAnswer, answer.next_page_token);
    },
    /** Newest first. Deleted runs are among them, so that they can be marked. */
    searchRuns: async (search: RunsSearch): Promise<MlflowPage<RunAnswer>> => {
      const body = {
        experiment_ids: search.experimentIds,
        max_results: search.maxResults,
        run_view_type: "ALL",
        order_by: ["attributes.start_time DESC"],
        ...(search.filter !== undefined && { filter: search.filter }),
        ...(search.pageToken && { page_token: search.pageToken }),
      };
      const answer = await read("runs/search", runsAnswer, { body, maxBytes: RUNS_BYTES });
      return toPage(answer.runs, runAnswer, answer.next_page_token);
    },
    /** A page of the points of one metric. */
    readHistory: async (
      runId: string,
      key: string,
      { maxResults, pageToken }: { readonly maxResults: number; readonly pageToken?: string | undefined },
    ): Promise<MlflowPage<PointAnswer>> => {
      const query = new URLSearchParams({ run_id: runId, metric_key: key, max_results: String(maxResults) });
      if (pageToken) query.set("page_token", pageToken);
      const answer = await read(`metrics/get-history?${query}`, historyAnswer, { maxBytes: HISTORY_BYTES });
      return toPage(answer.metrics, pointAnswer, answer.next_page_token);
    },
    /** Points of one metric of several runs, of each run at most so many that MLflow picks. */
    sampleHistory: async (
      runIds: readonly string[],
      key: string,
      maxResults: number,
    ): Promise<readonly PointAnswer[]> => {
      const query = new URLSearchParams({ metric_key: key, max_results: String(maxResults) });
      for (const id of runIds) query.append("run_ids", id);
      const options = { maxBytes: HISTORY_BYTES };
      const answer = await read(`metrics/get-history-bulk-interval?${query}`, historyAnswer, options);
      return toPage(answer.metrics, pointAnswer, undefined).items;
    },
  };
};

export type MlflowClient = ReturnType<typeof createMlflowClient>;
