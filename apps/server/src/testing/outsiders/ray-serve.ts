import type { IncomingMessage, ServerResponse } from "node:http";

type Config = Record<string, unknown> & { name: string };

export interface ServedApplication {
  config: Config | null;
  status: string;
  message: string;
  source: "declarative" | "imperative";
  deployments: Record<string, object>;
}

/** Ray Serve of one cluster. */
export const newServe = () => ({
  isStarted: false,
  applications: new Map<string, ServedApplication>(),
  /** Every body that was written, in order. */
  writes: [] as { applications: Config[] }[],
  /** How long an application takes from its write to RUNNING. */
  deployMs: 0,
  writeMs: 0,
  /** Called when a write has arrived and before it is done. */
  beforeWrite: undefined as (() => void) | undefined,
  /** Called when a write is done and before it is answered. */
  afterWrite: undefined as (() => void) | undefined,
  /** Calls of the DELETE that shuts everything down. */
  shutdowns: 0,
  /** Ray answers as if Serve had not been started while it cannot find the controller, which lives. */
  isHidden: false,
});
export type ServeRig = ReturnType<typeof newServe>;

const replica = (name: string, at: number) => ({
  replica_id: `${name}-${at}`,
  state: "RUNNING",
  pid: 1000 + at,
  start_time_s: 1_794_701_645.9,
  node_id: "41dd2ad3",
  actor_id: "a1",
  log_file_path: "/serve/replica.log",
});

const deploymentsOf = (config: Config): Record<string, object> =>
  Object.fromEntries(
    (config.deployments as { name: string; num_replicas?: number }[]).map(({ name, num_replicas: count = 1 }) => [
      name,
      {
        name,
        status: "HEALTHY",
        status_trigger: "CONFIG_UPDATE_COMPLETED",
        message: "",
        target_num_replicas: count,
        replicas: Array.from({ length: count }, (_, at) => replica(name, at)),
        recent_dead_replicas: [],
      },
    ]),
  );

/** Deploys as a write of this configuration would. */
export const serveApplication = (serve: ServeRig, config: Config, more: Partial<ServedApplication> = {}): void => {
  serve.isStarted = true;
  serve.applications.set(config.name, {
    config,
    status: "RUNNING",
    message: "",
    source: "declarative",
    deployments: deploymentsOf(config),
    ...more,
  });
};

const NOT_STARTED = {
  deploy_mode: "MULTI_APP",
  controller_info: {},
  proxies: {},
  applications: {},
  target_capacity: null,
};

const describe = (serve: ServeRig) => ({
  controller_info: serve.isStarted ? { node_id: "41dd2ad3", actor_name: "SERVE_CONTROLLER_ACTOR" } : {},
  ...(serve.isStarted && { proxy_location: "HeadOnly", http_options: { host: "127.0.0.1", port: 8001 } }),
  proxies: {},
  deploy_mode: "MULTI_APP",
  applications: Object.fromEntries(
    [...serve.applications].map(([name, { config, ...app }]) => [
      name,
      {
        name,
        route_prefix: config?.route_prefix ?? null,
        docs_path: null,
        status: app.status,
        message: app.message,
        last_deployed_time_s: 1_794_701_645.9,
        deployed_app_config: config,
        source: app.source,
        deployments: app.deployments,
      },
    ]),
  ),
  target_capacity: null,
});

const fault = (configs: readonly Config[]): string | undefined => {
  const routes = configs.map(({ route_prefix: route }) => route);
  if (new Set(routes).size < routes.length) {
    return "1 validation error for ServeDeploySchema\napplications\n  Value error, Found duplicate route prefixes [type=value_error, input_value=[{'env': 'canary-input'}], input_type=list]";
  }
  return undefined;
};

/** A write replaces everything that was deployed by configuration; what code deployed stays. */
const write = (serve: ServeRig, body: { applications: Config[] }): void => {
  serve.isStarted = true;
  serve.writes.push(body);
  const names = new Set(body.applications.map(({ name }) => name));
  for (const [name, { source }] of serve.applications) {
    if (source === "declarative" && !names.has(name)) serve.applications.delete(name);
  }
  for (const config of body.applications) {
    const before = serve.applications.get(config.name);
    if (JSON.stringify(before?.config) === JSON.stringify(config)) continue;
    const isSlow = serve.deployMs > 0;
    serveApplication(serve, config, { status: isSlow ? "DEPLOYING" : "RUNNING" });
    const deployed = serve.applications.get(config.name);
    if (isSlow && deployed) setTimeout(() => Object.assign(deployed, { status: "RUNNING" }), serve.deployMs).unref();
  }
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
};

const answerWrite = async (serve: ServeRig, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = JSON.parse(await readAll(request)) as { applications: Config[] };
  if (serve.writeMs > 0) await new Promise((done) => setTimeout(done, serve.writeMs));
  serve.beforeWrite?.();
  const wrong = fault(body.applications);
  if (wrong !== undefined) return void response.writeHead(400, { "content-type": "text/plain" }).end(wrong);
  write(serve, body);
  serve.afterWrite?.();
  response.writeHead(200).end();
};

/** As Ray 2.57.0 answers: a write is answered with an empty body. */
export const answerAsServe = (serve: ServeRig, request: IncomingMessage, response: ServerResponse): void => {
  if (request.method === "PUT") return void answerWrite(serve, request, response);
  if (request.method === "DELETE") {
    serve.shutdowns += 1;
    serve.applications.clear();
    serve.isStarted = false;
    return void response.writeHead(200).end();
  }
  const details = serve.isHidden ? NOT_STARTED : describe(serve);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(details));
};
