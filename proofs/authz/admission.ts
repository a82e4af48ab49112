import { contract, type Route } from "@dailies/contract";

import { type App, createAppWith } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { createEdge } from "../../apps/server/src/create-edge.ts";
import type { Edge } from "../../apps/server/src/http/edge.ts";
import { RequestMetrics } from "../../apps/server/src/http/observability/request-metrics.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";

export interface Admission {
  readonly http: App["http"];
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** Every route by the name used in the expectations. */
export const routesByName = (): Map<string, Route> =>
  new Map(
    Object.values(contract)
      .flatMap((routes): Route[] => Object.values(routes))
      .map((route) => [`${route.method} ${route.path}`, route]),
  );

/** Reaching the handler means admitted; the handlers have no effect. */
const handlersWithoutEffect = (): Parameters<typeof createAppWith>[2] =>
  Object.fromEntries(
    Object.entries(contract).map(([feature, routes]) => [
      feature,
      Object.fromEntries(Object.keys(routes).map((name) => [name, () => ({ admitted: true })])),
    ]),
  ) as unknown as Parameters<typeof createAppWith>[2];

/** The real HTTP layer over its own real database, with handlers that do nothing. */
export const openAdmission = async (
  overrides: Pick<Edge, "isFineGrained" | "isSecondFactorRequired"> = {},
): Promise<Admission> => {
  const config = readConfig(testEnvironment());
  const { ownerUrl, url: appUrl } = config.database;
  if (ownerUrl === undefined) throw new Error("DAILIES_OWNER_DATABASE_URL is needed to make a database");
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  const database = createDatabase({ url: withDatabase(appUrl, name), poolSize: 10, applicationName: "dailies-authz" });
  const edge = createEdge({
    config,
    db: database.db,
    clock: () => new Date(),
    log: openLog({ level: "silent", isBuffered: false }).log,
    accessSink: { write: () => undefined },
    metrics: new RequestMetrics(),
  });
  const { http } = createAppWith({ ...edge, ...overrides, checksReplies: false }, config, handlersWithoutEffect());
  await http.ready();
  return {
    http,
    db: database.db,
    close: async () => {
      await http.close();
      await database.close();
      await dropDatabase(ownerUrl, name);
    },
  };
};
