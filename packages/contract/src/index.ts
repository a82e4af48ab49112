import { approvalsRoutes } from "./approvals/routes.ts";
import { assetsRoutes } from "./assets/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { benchmarksRoutes } from "./benchmarks/routes.ts";
import { clustersRoutes } from "./clusters/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { creditsRoutes } from "./credits/routes.ts";
import { dataExperimentsRoutes } from "./data-experiments/routes.ts";
import { datasetsRoutes } from "./datasets/routes.ts";
import { demoRoutes } from "./demo/routes.ts";
import { dimensionsRoutes } from "./dimensions/routes.ts";
import { evaluationsRoutes } from "./evaluations/routes.ts";
import { eventsRoutes } from "./events/routes.ts";
import { experimentsRoutes } from "./experiments/routes.ts";
import { runSourcesRoutes } from "./experiments/source-routes.ts";
import { exportsRoutes } from "./exports/routes.ts";
import { inferenceServicesRoutes } from "./inference-services/routes.ts";
import { jobsRoutes } from "./jobs/routes.ts";
import { labellingRoutes } from "./labelling/routes.ts";
import { leaderboardsRoutes } from "./leaderboards/routes.ts";
import { notificationsRoutes } from "./notifications/routes.ts";
import { operationLogRoutes } from "./operation-log/routes.ts";
import { packagesRoutes } from "./packages/routes.ts";
import { performersRoutes } from "./performers/routes.ts";
import { permissionsRoutes } from "./permissions.ts";
import { platformToolsRoutes } from "./platform-tools/routes.ts";
import { processingRoutes } from "./processing/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { paymentsRoutes, serviceApiRoutes } from "./service-api/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { storageRoutes } from "./storage/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { tasksRoutes } from "./tasks/routes.ts";
import { usersRoutes } from "./users/routes.ts";
import { viewerRoutes } from "./viewer/routes.ts";

export * from "./access.ts";
export * from "./approvals/routes.ts";
export * from "./assets/routes.ts";
export * from "./assets/schemas.ts";
export * from "./auth/routes.ts";
export * from "./benchmarks/routes.ts";
export * from "./benchmarks/schemas.ts";
export * from "./clusters/routes.ts";
export * from "./clusters/schemas.ts";
export * from "./content/routes.ts";
export * from "./credits/price-list.ts";
export * from "./credits/routes.ts";
export * from "./credits/schemas.ts";
export * from "./data-experiments/routes.ts";
export * from "./data-experiments/schemas.ts";
export * from "./datasets/catalogue-routes.ts";
export * from "./datasets/item-routes.ts";
export * from "./datasets/routes.ts";
export * from "./datasets/schemas.ts";
export * from "./demo/routes.ts";
export * from "./dimensions/routes.ts";
export * from "./dimensions/schemas.ts";
export * from "./errors.ts";
export * from "./evaluations/comparison-questions.ts";
export * from "./evaluations/routes.ts";
export * from "./evaluations/schemas.ts";
export * from "./events/routes.ts";
export * from "./experiments/routes.ts";
export * from "./experiments/run-filter.ts";
export * from "./experiments/schemas.ts";
export * from "./experiments/source-routes.ts";
export * from "./experiments/source-schemas.ts";
export * from "./exports/routes.ts";
export * from "./fields/field-codec.ts";
export * from "./fields/field-json-schema.ts";
export * from "./fields/field-scale.ts";
export * from "./fields/field-types.ts";
export * from "./inference-services/config.ts";
export * from "./inference-services/routes.ts";
export * from "./inference-services/schemas.ts";
export * from "./jobs/routes.ts";
export * from "./jobs/schemas.ts";
export * from "./kit.ts";
export * from "./labelling/export-routes.ts";
export * from "./labelling/export-schemas.ts";
export * from "./labelling/gold/gold-routes.ts";
export * from "./labelling/gold/gold-schemas.ts";
export * from "./labelling/groups/group-routes.ts";
export * from "./labelling/history-routes.ts";
export * from "./labelling/history-schemas.ts";
export * from "./labelling/label-agreement.ts";
export * from "./labelling/label-values.ts";
export * from "./labelling/prefill/model-schemas.ts";
export * from "./labelling/prefill/parse-cell.ts";
export * from "./labelling/prefill/prefill-routes.ts";
export * from "./labelling/prefill/prefill-schemas.ts";
export * from "./labelling/report-routes.ts";
export * from "./labelling/report-schemas.ts";
export * from "./labelling/revert-routes.ts";
export * from "./labelling/review-routes.ts";
export * from "./labelling/review-schemas.ts";
export * from "./labelling/routes.ts";
export * from "./labelling/starters.ts";
export * from "./labelling/task-routes.ts";
export * from "./labelling/task-schemas.ts";
export * from "./labelling/template-routes.ts";
export * from "./labelling/template-schemas.ts";
export * from "./labelling/text-similarity.ts";
export * from "./labelling/work-routes.ts";
export * from "./labelling/work-schemas.ts";
export * from "./leaderboards/routes.ts";
export * from "./leases/schemas.ts";
export * from "./lists.ts";
export * from "./messages.ts";
export * from "./metrics/metric-specs.ts";
export * from "./money.ts";
export * from "./notifications/routes.ts";
export * from "./operation-log/routes.ts";
export * from "./operation-log/schemas.ts";
export * from "./packages/routes.ts";
export * from "./packages/schemas.ts";
export * from "./performers/adapters.ts";
export * from "./performers/routes.ts";
export * from "./performers/schemas.ts";
export * from "./permissions.ts";
export * from "./platform-access.ts";
export * from "./platform-tools/routes.ts";
export * from "./predicates/predicate-check.ts";
export * from "./predicates/predicate-compose.ts";
export * from "./predicates/predicate-fault.ts";
export * from "./predicates/predicate-parse.ts";
export * from "./predicates/predicate-print.ts";
export * from "./predicates/predicate-tokens.ts";
export * from "./predicates/predicates.ts";
export * from "./processing/routes.ts";
export * from "./processing/schemas.ts";
export * from "./processing/templates.ts";
export * from "./route-address.ts";
export * from "./search/routes.ts";
export * from "./service-api/routes.ts";
export * from "./service-scopes.ts";
export * from "./settings/routes.ts";
export * from "./storage/routes.ts";
export * from "./system/routes.ts";
export * from "./tasks/routes.ts";
export * from "./users/routes.ts";
export * from "./viewer/routes.ts";
export * from "./viewer/schemas.ts";

/** Every route of the console, by feature. */
export const contract = {
  assets: assetsRoutes,
  auth: authRoutes,
  benchmarks: benchmarksRoutes,
  clusters: clustersRoutes,
  content: contentRoutes,
  approvals: approvalsRoutes,
  credits: creditsRoutes,
  dataExperiments: dataExperimentsRoutes,
  datasets: datasetsRoutes,
  demo: demoRoutes,
  dimensions: dimensionsRoutes,
  evaluations: evaluationsRoutes,
  events: eventsRoutes,
  experiments: experimentsRoutes,
  exports: exportsRoutes,
  inferenceServices: inferenceServicesRoutes,
  jobs: jobsRoutes,
  labelling: labellingRoutes,
  leaderboards: leaderboardsRoutes,
  notifications: notificationsRoutes,
  operationLog: operationLogRoutes,
  packages: packagesRoutes,
  payments: paymentsRoutes,
  performers: performersRoutes,
  permissions: permissionsRoutes,
  platformTools: platformToolsRoutes,
  processing: processingRoutes,
  runSources: runSourcesRoutes,
  search: searchRoutes,
  serviceApi: serviceApiRoutes,
  settings: settingsRoutes,
  storage: storageRoutes,
  system: systemRoutes,
  tasks: tasksRoutes,
  users: usersRoutes,
  viewer: viewerRoutes,
} as const;
