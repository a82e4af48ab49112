// The installation for operators and developers: the running build and the state of its engines. Serves the screen /dev.
import type { systemRoutes } from "@dailies/contract";
import type { Config } from "../../config.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import { ttlCache } from "../../platform/concurrency/ttl-cache.ts";
import type { Db } from "../../platform/db/database.ts";
import { describeBuild } from "./build-info.ts";
import { checkEngines } from "./check-engines.ts";
import { engineProbes } from "./engine-probes.ts";

const CACHE_MS = 2_000;

export const systemHandlers = (deps: { config: Config; db: Db; clock: Clock }): Handlers<typeof systemRoutes> => {
  const build = describeBuild(deps.config);
  const probes = engineProbes(deps.config, deps.db);
  const health = ttlCache(
    async () => ({ build, engines: await checkEngines(probes), checked_at: deps.clock().toISOString() }),
    { ttlMs: CACHE_MS },
  );
  return { getHealth: () => health() };
};
