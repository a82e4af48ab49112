// The installation for operators and developers: the running build and the state of its engines, which the screen /dev shows,
// and what browsers report as blocked.
import type { systemRoutes } from "@dailies/contract";
import type { Config } from "../../config.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import { ttlCache } from "../../platform/concurrency/ttl-cache.ts";
import type { Db } from "../../platform/db/database.ts";
import { describeBuild } from "./build-info.ts";
import { checkEngines } from "./check-engines.ts";
import type { CspViolations } from "./csp-violations/collect-csp-violations.ts";
import { engineProbes } from "./engine-probes.ts";

const CACHE_MS = 2_000;

interface SystemDeps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly cspViolations: CspViolations;
}

export const systemHandlers = (deps: SystemDeps): Handlers<typeof systemRoutes> => {
  const build = describeBuild(deps.config);
  const probes = engineProbes(deps.config, deps.db);
  const health = ttlCache(
    async () => ({ build, engines: await checkEngines(probes), checked_at: deps.clock().toISOString() }),
    { ttlMs: CACHE_MS },
  );
  return {
    getHealth: () => health(),
    async reportCspViolation({ reply }) {
      const { body } = reply.request;
      if (Buffer.isBuffer(body)) deps.cspViolations.take(body);
      await reply.code(204).send();
    },
  };
};
