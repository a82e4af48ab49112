import { contract } from "@dailies/contract";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { assetsHandlers } from "./features/assets/index.ts";
import { authHandlers, findActors } from "./features/auth/index.ts";
import { permissionsHandlers } from "./features/permissions/index.ts";
import { type SettingsReader, settingsHandlers } from "./features/settings/index.ts";
import { systemHandlers } from "./features/system/index.ts";
import { usersHandlers } from "./features/users/index.ts";
import type { LineSink } from "./http/access-log.ts";
import { Authenticator } from "./http/authenticate.ts";
import { createHttp } from "./http/create-http.ts";
import type { Edge } from "./http/edge.ts";
import { refuseMethod, useErrorReplies } from "./http/error-reply.ts";
import { observeInto } from "./http/observe.ts";
import { type Handlers, refuseOtherMethods, registerRoutes } from "./http/register-routes.ts";
import type { RequestMetrics } from "./http/request-metrics.ts";
import { apiHeaders, pageHeaders } from "./http/security-headers.ts";
import { serveWeb } from "./http/static-web.ts";
import type { Tracing } from "./http/tracing.ts";
import type { Clock } from "./platform/clock.ts";
import type { Db } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import { createObjectStorage } from "./platform/object-storage.ts";

export interface AppDeps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Started and closed by whoever made it. */
  readonly settings: SettingsReader;
  readonly accessSink: LineSink;
  readonly metrics: RequestMetrics;
  readonly tracing?: Tracing;
}

export interface App {
  readonly http: FastifyInstance;
  readonly edge: Edge;
}

type AllHandlers = { [F in keyof typeof contract]: Handlers<(typeof contract)[F]> };

/** The composition root: what each feature needs is handed to it here and nowhere else. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const edge = createEdge(deps);
  const app = createAppWith(edge, deps.config, createHandlers(deps, edge));
  if (deps.config.webRoot) {
    const headers = pageHeaders(deps.config.publicOrigin, new URL(deps.config.s3.publicEndpoint).origin);
    await serveWeb(app.http, edge, deps.config.webRoot, headers);
  }
  return app;
};

/** The edge and the whole contract over any handlers: the authorisation proof puts handlers without effect here. */
export const createAppWith = (edge: Edge, config: Config, handlers: AllHandlers): App => {
  const http = createHttp({ trustedProxies: config.http.trustedProxies });
  useErrorReplies(http, edge);
  registerRoutes(http, contract.assets, handlers.assets, edge);
  registerRoutes(http, contract.auth, handlers.auth, edge);
  registerRoutes(http, contract.permissions, handlers.permissions, edge);
  registerRoutes(http, contract.settings, handlers.settings, edge);
  registerRoutes(http, contract.system, handlers.system, edge);
  registerRoutes(http, contract.users, handlers.users, edge);
  refuseOtherMethods(http, contract, refuseMethod(edge));
  return { http, edge };
};

export const createEdge = ({
  config,
  db,
  clock,
  log,
  accessSink,
  metrics,
  tracing,
}: Omit<AppDeps, "settings">): Edge => ({
  authenticator: new Authenticator(
    (tokenHashes) => findActors(db, tokenHashes, clock()),
    (error) => log.warn({ err: error }, "the sessions in use could not be read again"),
  ),
  origins: new Set([config.publicOrigin, ...config.extraOrigins]),
  headers: apiHeaders(config.publicOrigin),
  log,
  observe: observeInto(metrics, accessSink),
  tracing,
  checksReplies: config.mode !== "production",
  isDraining: false,
});

const createHandlers = ({ config, db, clock, log, settings }: AppDeps, edge: Edge): AllHandlers => ({
  // Later features say here who may see what refers to an asset.
  assets: assetsHandlers({ db, clock, log, settings, storage: createObjectStorage(config.s3), references: {} }),
  auth: authHandlers({ db, clock, secretKey: config.secretKey, limits: config.signInLimits }, edge.authenticator),
  permissions: permissionsHandlers({ db, clock }),
  settings: settingsHandlers({ db, clock, secretKey: config.secretKey, settings }),
  system: systemHandlers({ config, db, clock }),
  users: usersHandlers({ db, clock }),
});
