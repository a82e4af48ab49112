import { assetsRoutes } from "./asset-routes.ts";
import { authRoutes } from "./auth.ts";
import { benchmarksRoutes } from "./benchmark-routes.ts";
import { contentRoutes } from "./content.ts";
import { creditsRoutes } from "./credit-routes.ts";
import { datasetsRoutes } from "./dataset-routes.ts";
import { dimensionsRoutes } from "./dimension-routes.ts";
import { evaluationsRoutes } from "./evaluation-routes.ts";
import { eventsRoutes } from "./events.ts";
import { exportsRoutes } from "./exports.ts";
import { leaderboardsRoutes } from "./leaderboards.ts";
import { operationLogRoutes } from "./operation-log-routes.ts";
import { performersRoutes } from "./performer-routes.ts";
import { permissionsRoutes } from "./permissions.ts";
import { platformToolsRoutes } from "./platform-tools.ts";
import { paymentsRoutes, serviceApiRoutes } from "./service-api.ts";
import { settingsRoutes } from "./settings.ts";
import { storageRoutes } from "./storage.ts";
import { systemRoutes } from "./system.ts";
import { tasksRoutes } from "./tasks.ts";
import { usersRoutes } from "./users.ts";
import { viewerRoutes } from "./viewer-routes.ts";

export * from "./access.ts";
export * from "./asset-routes.ts";
export * from "./assets.ts";
export * from "./auth.ts";
export * from "./benchmark-routes.ts";
export * from "./benchmarks.ts";
export * from "./comparisons.ts";
export * from "./content.ts";
export * from "./credit-routes.ts";
export * from "./credits.ts";
export * from "./dataset-catalogue-routes.ts";
export * from "./dataset-item-routes.ts";
export * from "./dataset-routes.ts";
export * from "./datasets.ts";
export * from "./dimension-routes.ts";
export * from "./dimensions.ts";
export * from "./errors.ts";
export * from "./evaluation-routes.ts";
export * from "./evaluations.ts";
export * from "./events.ts";
export * from "./exports.ts";
export * from "./field-codec.ts";
export * from "./field-json-schema.ts";
export * from "./field-scale.ts";
export * from "./field-types.ts";
export * from "./kit.ts";
export * from "./leaderboards.ts";
export * from "./lists.ts";
export * from "./messages.ts";
export * from "./metrics.ts";
export * from "./money.ts";
export * from "./operation-log.ts";
export * from "./operation-log-routes.ts";
export * from "./performer-adapters.ts";
export * from "./performer-routes.ts";
export * from "./performers.ts";
export * from "./permissions.ts";
export * from "./platform-tools.ts";
export * from "./predicate-check.ts";
export * from "./predicate-compose.ts";
export * from "./predicate-fault.ts";
export * from "./predicate-parse.ts";
export * from "./predicate-print.ts";
export * from "./predicate-tokens.ts";
export * from "./predicates.ts";
export * from "./service-api.ts";
export * from "./service-scopes.ts";
export * from "./settings.ts";
export * from "./storage.ts";
export * from "./system.ts";
export * from "./tasks.ts";
export * from "./users.ts";
export * from "./viewer.ts";
export * from "./viewer-routes.ts";

/** Every call of the console, by feature. */
export const contract = {
  assets: assetsRoutes,
  auth: authRoutes,
  benchmarks: benchmarksRoutes,
  content: contentRoutes,
  credits: creditsRoutes,
  datasets: datasetsRoutes,
  dimensions: dimensionsRoutes,
  evaluations: evaluationsRoutes,
  events: eventsRoutes,
  exports: exportsRoutes,
  leaderboards: leaderboardsRoutes,
  operationLog: operationLogRoutes,
  payments: paymentsRoutes,
  performers: performersRoutes,
  permissions: permissionsRoutes,
  platformTools: platformToolsRoutes,
  serviceApi: serviceApiRoutes,
  settings: settingsRoutes,
  storage: storageRoutes,
  system: systemRoutes,
  tasks: tasksRoutes,
  users: usersRoutes,
  viewer: viewerRoutes,
} as const;
