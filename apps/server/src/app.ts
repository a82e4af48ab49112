import { contract } from "@dailies/contract";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { createEdge, type EdgeDeps } from "./create-edge.ts";
import { approvalsHandlers } from "./features/approvals/index.ts";
import { assetsHandlers } from "./features/assets/index.ts";
import { peekActors, signInHandlers } from "./features/auth/index.ts";
import { type BenchmarksDeps, benchmarksHandlers, openRowReader, TASK_KIND_ACTS } from "./features/benchmarks/index.ts";
import { listBlindedTasksByUser } from "./features/blinding/index.ts";
import {
  clustersHandlers,
  type LiveLogs,
  type OpenedClusters,
  openClusters,
  openLiveLogs,
} from "./features/clusters/index.ts";
import { contentHandlers } from "./features/content/index.ts";
import { creditsHandlers } from "./features/credits/index.ts";
import { dataExperimentsHandlers } from "./features/data-experiments/index.ts";
import {
  datasetsHandlers,
  findDatasetLocation,
  type OpenedData,
  type OpenedItems,
  openData,
  openItems,
} from "./features/datasets/index.ts";
import { demoHandlers } from "./features/demo/index.ts";
import { dimensionsHandlers } from "./features/dimensions/index.ts";
import { evaluationsHandlers, hasJudgements, withJudging } from "./features/evaluations/index.ts";
import { announceTask, eventsHandlers, type LiveEvents, openLiveEvents } from "./features/events/index.ts";
import {
  experimentReportsHandlers,
  experimentsHandlers,
  type OpenedRunSources,
  openRunSources,
  runSourcesHandlers,
} from "./features/experiments/index.ts";
import { exportsHandlers } from "./features/exports/index.ts";
import { jobHandlers } from "./features/generation/index.ts";
import { inferenceServicesHandlers, type OpenedServices, openServices } from "./features/inference-services/index.ts";
import { jobsHandlers } from "./features/jobs/index.ts";
import { labellingHandlers } from "./features/labelling/index.ts";
import { type Boards, leaderboardsHandlers, openBoards } from "./features/leaderboards/index.ts";
import { lineageHandlers } from "./features/lineage/index.ts";
import { notificationsHandlers } from "./features/notifications/index.ts";
import { createDenialRecorder, operationLogHandlers } from "./features/operation-log/index.ts";
import { packagesHandlers } from "./features/packages/index.ts";
import { paymentsHandlers } from "./features/payments/index.ts";
import { performersHandlers } from "./features/performers/index.ts";
import { permissionsHandlers } from "./features/permissions/index.ts";
import { platformToolsHandlers } from "./features/platform-tools/index.ts";
import { processingHandlers } from "./features/processing/index.ts";
import { searchHandlers } from "./features/search/index.ts";
import { secretApprovals, serviceApiHandlers } from "./features/service-api/index.ts";
import {
  configDepsOf,
  publicationApprovals,
  SETTINGS,
  type SettingsReader,
  settingsHandlers,
} from "./features/settings/index.ts";
import { openSignOn, scimHandlers, signOnHandlers } from "./features/sign-on/index.ts";
import { createPageOrigins, type PageOrigins, storageHandlers } from "./features/storage/index.ts";
import { type CspViolations, systemHandlers } from "./features/system/index.ts";
import { listVisibleTaskIds, type TasksDeps, tasksHandlers } from "./features/tasks/index.ts";
import { permissionApprovals, usersHandlers } from "./features/users/index.ts";
import { type OpenedViewer, openViewer, viewerHandlers } from "./features/viewer/index.ts";
import { createHttp } from "./http/create-http.ts";
import type { Edge } from "./http/edge.ts";
import { refuseMethod, useErrorReplies } from "./http/error-reply.ts";
import { refuseOtherMethods } from "./http/routing/refuse-other-methods.ts";
import { type Handlers, registerRoutes } from "./http/routing/register-routes.ts";
import { fileHeaders, pageHeaders } from "./http/security/security-headers.ts";
import { serveWeb } from "./http/static-web.ts";
import { EVALUATION_EFFECTS, openBenchmarks, REFERENCES, readableHashes } from "./open-benchmarks.ts";
import { jobActs } from "./open-jobs.ts";
import { createOutgoing } from "./platform/http-client/outgoing.ts";
import { openLark } from "./platform/lark/lark.ts";
import { createObjectStorage, type ObjectStorage } from "./platform/s3/object-storage.ts";
import { createTemporal, type Temporal } from "./platform/temporal/temporal.ts";

export interface AppDeps extends EdgeDeps {
  /** Its creator starts and closes it. */
  readonly settings: SettingsReader;
  readonly cspViolations: CspViolations;
}

export interface App {
  readonly http: FastifyInstance;
  readonly edge: Edge;
}

type AllHandlers = { [F in keyof typeof contract]: Handlers<(typeof contract)[F]> };

/** The composition root: the only place where features get their dependencies. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const denials = createDenialRecorder(deps);
  const edge: Edge = {
    ...createEdge(deps),
    noteDenial: denials.note,
    noteFailure: denials.noteFailure,
    ...flagsOf(deps),
  };
  const live = openLive(deps, edge);
  const logs = openLogs(deps, edge);
  const boards = openBoards({ ...deps, databaseUrl: deps.config.database.url });
  const storage = createObjectStorage(deps.config.s3);
  const outgoing = createOutgoing({
    trustedOrigins: deps.config.performerOrigins,
    callerOrigins: deps.config.performerOwnOrigins,
    sockets: deps.config.performerSockets,
  });
  const benchmarks = openBenchmarks({
    db: deps.db,
    clock: deps.clock,
    secretKeys: deps.config.secretKeys,
    storage,
    outgoing,
  });
  const data = openDatasets(deps, storage);
  const items = openItems({ ...data, log: deps.log, replica: deps.config.replica });
  const viewer = openViewer(data.bucketReaders, deps.config.viewer);
  const clusters = openClusters({ ...deps, secretKeys: deps.config.secretKeys, network: deps.config.clusters });
  const services = openServices({
    ...deps,
    secretKeys: deps.config.secretKeys,
    network: deps.config.clusters,
    serviceOrigins: deps.config.performerOrigins,
  });
  const runSources = openRunSources({
    ...deps,
    secretKeys: deps.config.secretKeys,
    trustedOrigins: deps.config.runSourceOrigins,
  });
  const signOn = openSignOn(deps.config.signOn, deps.config.publicOrigin);
  const pageOrigins = createPageOrigins(deps.db, [new URL(deps.config.s3.publicEndpoint).origin]);
  const temporal = createTemporal(deps.config.temporal);
  const app = createAppWith(
    edge,
    deps.config,
    createHandlers(deps, edge, {
      live,
      logs,
      boards,
      storage,
      benchmarks,
      data,
      items,
      viewer,
      pageOrigins,
      clusters,
      services,
      runSources,
      signOn,
      temporal,
    }),
    deps.isBeside,
  );
  app.http.addHook("preClose", async () => live.close());
  app.http.addHook("preClose", async () => logs.close());
  // Fastify runs onClose hooks in reverse order: close shared resources last.
  app.http.addHook("onClose", () => storage.close());
  app.http.addHook("onClose", async () => outgoing.close());
  app.http.addHook("onClose", async () => clusters.close());
  app.http.addHook("onClose", async () => services.close());
  app.http.addHook("onClose", async () => runSources.close());
  app.http.addHook("onClose", async () => signOn?.openId.close());
  app.http.addHook("onClose", () => denials.settled());
  app.http.addHook("onClose", () => boards.close());
  app.http.addHook("onClose", () => temporal.close());
  app.http.addHook("onClose", () => viewer.close());
  app.http.addHook("onClose", () => items.close());
  app.http.addHook("onClose", () => data.close());
  if (deps.config.webRoot) {
    const { publicOrigin, webRoot } = deps.config;
    const ofPages = async () => pageHeaders(publicOrigin, await pageOrigins.read());
    await serveWeb(app.http, edge, webRoot, { ofFiles: fileHeaders(publicOrigin), ofPages });
  }
  return app;
};

/** Read from memory at each use, because settings change while the process runs. */
const flagsOf = ({ settings }: Pick<AppDeps, "settings">) => ({
  isFineGrained: () => settings.get(SETTINGS.fineGrainedAdmin),
  isSecondFactorRequired: () => settings.get(SETTINGS.secondFactorRequired),
});

/** The HTTP layer and the whole contract over any handlers: the authorisation proof passes handlers without effect. */
export const createAppWith = (edge: Edge, config: Config, handlers: AllHandlers, isBeside = false): App => {
  const http = createHttp({ trustedProxies: config.http.trustedProxies, isBeside });
  useErrorReplies(http, edge);
  const registerFeature = <F extends keyof typeof contract>(feature: F): void =>
    registerRoutes(http, contract[feature], handlers[feature], edge);
  for (const feature of Object.keys(contract) as (keyof typeof contract)[]) registerFeature(feature);
  refuseOtherMethods(http, contract, refuseMethod(edge));
  http.addHook("onClose", async () => edge.services.close());
  http.addHook("onClose", () => edge.costly?.close());
  return { http, edge };
};

const openLive = ({ config, db, clock, log }: AppDeps, edge: Edge): LiveEvents =>
  openLiveEvents({
    redisUrl: config.redisUrl,
    databaseUrl: config.database.url,
    log,
    readActors: (tokenHashes) => peekActors(db, tokenHashes, clock()),
    readBlinded: (userIds) => listBlindedTasksByUser(db, userIds),
    readVisible: (actor, taskIds) => listVisibleTaskIds(db, actor, taskIds),
    isDraining: () => edge.isDraining,
  });

const openLogs = ({ config, db, clock, log }: AppDeps, edge: Edge): LiveLogs =>
  openLiveLogs({
    db,
    network: config.clusters,
    log,
    readActors: (tokenHashes) => peekActors(db, tokenHashes, clock()),
    isDraining: () => edge.isDraining,
  });

const openDatasets = ({ config, db, clock, log }: AppDeps, storage: ObjectStorage): OpenedData => {
  const { s3: own, queries, storageOrigins, secretKeys } = config;
  return openData({ db, clock, log, storage, own, queries, storageOrigins, secretKeys });
};

const tasksDepsOf = ({ db, clock }: Pick<AppDeps, "db" | "clock">): TasksDeps => ({
  db,
  clock,
  kinds: withJudging(TASK_KIND_ACTS),
  hasJudgements,
  announceTask,
});

/** Resources with the lifetime of the app. */
interface Running {
  readonly live: LiveEvents;
  readonly logs: LiveLogs;
  readonly boards: Boards;
  /** The one connection to the console's own storage, shared by all features. */
  readonly storage: ObjectStorage;
  readonly benchmarks: BenchmarksDeps;
  readonly data: OpenedData;
  readonly items: OpenedItems;
  readonly viewer: OpenedViewer;
  readonly pageOrigins: PageOrigins;
  readonly clusters: OpenedClusters;
  readonly services: OpenedServices;
  readonly runSources: OpenedRunSources;
  readonly signOn: ReturnType<typeof openSignOn>;
  /** Loaded and connected on first use. */
  readonly temporal: Temporal;
}

const createHandlers = (
  { config, db, clock, log, settings, cspViolations }: AppDeps,
  edge: Edge,
  {
    live,
    logs,
    boards,
    storage,
    benchmarks,
    data,
    items,
    viewer,
    pageOrigins,
    clusters,
    services,
    runSources,
    signOn,
    temporal,
  }: Running,
): AllHandlers => {
  const assetsDeps = { db, clock, log, settings, storage, references: REFERENCES };
  const experimentsDeps = { db, clock, assets: assetsDeps, sources: runSources };
  const exportsDeps = { db, clock, storage, publicOrigin: config.publicOrigin, lark: openLark(config.lark) };
  const authDeps = {
    db,
    clock,
    log,
    secretKeys: config.secretKeys,
    limits: config.signInLimits,
    refusedWords: () => settings.get(SETTINGS.refusedPasswordWords),
    relyingParty: config.relyingParty,
    ...flagsOf({ settings }),
  };
  return {
    ...signInHandlers(authDeps, edge.authenticator),
    signOn: signOnHandlers({ ...authDeps, signOn }, edge.authenticator),
    approvals: approvalsHandlers({
      db,
      handlers: {
        service_credential: secretApprovals,
        permission: permissionApprovals,
        config: publicationApprovals(configDepsOf({ db, secretKeys: config.secretKeys, settings })),
      },
    }),
    assets: assetsHandlers(assetsDeps),
    benchmarks: benchmarksHandlers(benchmarks, openRowReader(log)),
    clusters: clustersHandlers(clusters, logs),
    content: contentHandlers({ db, clock, storage, benchmarks }),
    credits: creditsHandlers({ db, clock, settings, isStripeConfigured: config.stripe !== undefined }),
    dataExperiments: dataExperimentsHandlers({ db }),
    datasets: datasetsHandlers(data, items.deps),
    demo: demoHandlers({ db, tasks: tasksDepsOf({ db, clock }) }),
    dimensions: dimensionsHandlers({ db, readableHashes }),
    evaluations: evaluationsHandlers({ db, clock, storage, ...EVALUATION_EFFECTS }),
    events: eventsHandlers(live),
    experimentReports: experimentReportsHandlers(experimentsDeps),
    experiments: experimentsHandlers(experimentsDeps),
    exports: exportsHandlers(exportsDeps),
    inferenceServices: inferenceServicesHandlers(services),
    jobs: jobsHandlers({
      db,
      clock,
      log,
      temporal,
      acts: jobActs({ assets: assetsDeps, benchmarks, clusters, exports: exportsDeps, services }),
    }),
    labelling: labellingHandlers({ db, clock, items: items.deps, storage: items.deps.datasetsStorage }),
    leaderboards: leaderboardsHandlers({ db, clock, boards, storage }),
    lineage: lineageHandlers({ db }),
    notifications: notificationsHandlers({ db }),
    operationLog: operationLogHandlers({ db, log, secretKeys: config.secretKeys }),
    packages: packagesHandlers({ db, clock, items: items.deps, storage: items.deps.datasetsStorage }),
    payments: paymentsHandlers({ db, clock, stripeSecrets: config.stripeSecrets }),
    performers: { ...performersHandlers(benchmarks), ...jobHandlers(benchmarks) },
    permissions: permissionsHandlers({ db, clock }),
    processing: processingHandlers({ db, items: items.deps, storage: items.deps.datasetsStorage }),
    platformTools: platformToolsHandlers({
      db,
      clock,
      secretKeys: config.secretKeys,
      stripeSecrets: config.stripeSecrets,
    }),
    runSources: runSourcesHandlers(runSources),
    scim: scimHandlers({ ...authDeps, signOn, token: config.scimToken, publicOrigin: config.publicOrigin }),
    search: searchHandlers({ db, ...flagsOf({ settings }) }),
    serviceApi: serviceApiHandlers({ db, clock }),
    settings: settingsHandlers({ db, secretKeys: config.secretKeys, settings }),
    storage: storageHandlers({ ...data.stores, pageOrigins, publicOrigin: config.publicOrigin }),
    system: systemHandlers({ config, db, clock, cspViolations }),
    tasks: tasksHandlers(tasksDepsOf({ db, clock })),
    users: usersHandlers({ db, clock }),
    viewer: viewerHandlers({ db, clock, bucketReaders: data.bucketReaders, ...viewer, findDatasetLocation }),
  };
};
