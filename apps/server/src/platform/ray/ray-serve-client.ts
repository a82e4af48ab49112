import { z } from "zod";
import { faultOfStatus, RayFault } from "./ray-fault.ts";
import { openRayRequests, parseJson, type RayConnection } from "./ray-request.ts";
import { storableText, withoutPaths, withoutSecretValues } from "./ray-text.ts";

const SERVE_BYTES = 16 * 1024 ** 2;
/** The first write starts the controller and the proxies, which takes six seconds on an idle machine. */
export const PUT_TIMEOUT_MS = 30_000;
const PATH = "api/serve/applications/";
/** `serve.run` deployed it: it is in no configuration, and writing one does not remove it. */
const BY_CODE = "imperative";

const optionalText = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const record = z.record(z.string(), z.unknown());

const replicaAnswer = z.object({
  replica_id: z.string(),
  state: z.string(),
  node_id: optionalText,
  start_time_s: number,
});
const replicas = z
  .array(replicaAnswer.nullable().catch(null))
  .catch([])
  .transform((list) => list.filter((replica) => replica !== null));
const deploymentAnswer = z.object({
  status: z.string(),
  message: optionalText,
  target_num_replicas: number,
  replicas,
  recent_dead_replicas: replicas,
});
export type ServeReplica = z.output<typeof replicaAnswer>;
export type ServeDeployment = z.output<typeof deploymentAnswer>;

const applicationAnswer = z.object({
  status: z.string(),
  message: optionalText,
  route_prefix: optionalText,
  source: optionalText,
  deployed_app_config: record.nullish().catch(null),
  deployments: record.catch({}).transform((all) =>
    Object.entries(all).flatMap(([name, entry]) => {
      const parsed = deploymentAnswer.safeParse(entry);
      return parsed.success ? [{ name, ...parsed.data }] : [];
    }),
  ),
});
const instanceAnswer = z.object({
  controller_info: record.nullish().catch(null),
  proxy_location: optionalText,
  http_options: z.object({ host: optionalText, port: number }).nullish().catch(null),
  applications: record,
});

export interface ServeApplication {
  readonly name: string;
  readonly status: string;
  readonly message: string | null;
  readonly routePrefix: string | null;
  /** Null when it was deployed by code, or when Serve did not say. */
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly isByCode: boolean;
  readonly deployments: readonly ({ readonly name: string } & ServeDeployment)[];
}

export interface ServeState {
  /** False before the first application. */
  readonly isStarted: boolean;
  readonly proxyLocation: string | null;
  readonly http: { readonly host: string; readonly port: number } | null;
  readonly applications: ReadonlyMap<string, ServeApplication>;
  /** Names of applications of an unknown shape. */
  readonly unreadable: readonly string[];
}

/** The body of a write: it replaces everything that was deployed by configuration. */
export interface ServeBody {
  readonly proxy_location?: string;
  readonly http_options?: { readonly host: string; readonly port: number };
  readonly applications: readonly Readonly<Record<string, unknown>>[];
}

/** Serve refused a configuration. The reasons are names of fields and what is wrong with them, without their values. */
export class ServeRefusal extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super("Ray Serve refused the configuration");
    this.name = "ServeRefusal";
    this.reasons = reasons;
  }
}

/** The REST API of Ray Serve. There is no method for its DELETE, which shuts everything down. */
export const createServeClient = (connection: RayConnection) => {
  const { call } = openRayRequests(connection);
  return {
    read: async (): Promise<ServeState> => {
      const { status, bytes } = await call(PATH, { maxBytes: SERVE_BYTES });
      if (status === 503) throw new RayFault("gcs_down", "the control service of the cluster does not answer");
      if (status !== 200) throw faultOfStatus(status);
      const parsed = instanceAnswer.safeParse(parseJson(bytes));
      if (!parsed.success) throw new RayFault("bad_answer", "Serve's answer has an unknown shape");
      return toState(parsed.data);
    },
    /** Resolves when Serve has accepted it; the applications start later. */
    write: async (body: ServeBody): Promise<void> => {
      const request = { method: "PUT", body: JSON.stringify(body), maxBytes: SERVE_BYTES } as const;
      const { status, bytes } = await call(PATH, request, PUT_TIMEOUT_MS);
      if (status === 400) throw new ServeRefusal(refusalReasons(bytes.toString("utf8")));
      if (status !== 200) throw faultOfStatus(status);
    },
  };
};

export type ServeClient = ReturnType<typeof createServeClient>;

const toState = (answer: z.output<typeof instanceAnswer>): ServeState => {
  const applications = new Map<string, ServeApplication>();
  const unreadable: string[] = [];
  for (const [name, entry] of Object.entries(answer.applications)) {
    const parsed = applicationAnswer.safeParse(entry);
    if (!parsed.success) {
      unreadable.push(name);
      continue;
    }
    const {
      status,
      message,
      route_prefix: routePrefix,
      source,
      deployed_app_config: config,
      deployments,
    } = parsed.data;
    applications.set(name, {
      name,
      status,
      message: message ?? null,
      routePrefix: routePrefix ?? null,
      config: config ?? null,
      isByCode: source === BY_CODE,
      deployments,
    });
  }
  const { host, port } = answer.http_options ?? {};
  const isPort = Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return {
    isStarted: applications.size > 0 || Object.keys(answer.controller_info ?? {}).length > 0,
    proxyLocation: answer.proxy_location ?? null,
    http: host && isPort ? { host, port: Number(port) } : null,
    applications,
    unreadable,
  };
};

const MAX_REASONS = 5;

/**
 * From the text of a pydantic error: lines that name a field, each followed by what is wrong. The values of the fields,
 * which pydantic repeats, are left out: secrets are among them.
 */
export const refusalReasons = (text: string): string[] => {
  const lines = text.slice(0, 20_000).split(/\r?\n|\\n/);
  const reasons: string[] = [];
  for (const [index, line] of lines.entries()) {
    const said = /^\s+(\S[^[]{0,300})\[type=/.exec(line)?.[1]?.trim();
    if (said === undefined) continue;
    const field = /^[\w.-]{1,200}$/.exec((lines[index - 1] ?? "").trim())?.[0];
    const sentence = withoutPaths(withoutSecretValues(said));
    reasons.push(storableText(field === undefined ? sentence : `${field}: ${sentence}`, 300));
  }
  return reasons.slice(0, MAX_REASONS);
};
