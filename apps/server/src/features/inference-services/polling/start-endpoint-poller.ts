import { type Poller, startPoller } from "../../../platform/concurrency/start-poller.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { claimDueEndpoints, type DueEndpoint } from "./endpoint.store.ts";

type PollerDeps = Pick<ServicesDeps, "db" | "clock" | "outgoing"> & { readonly log: Log };

export interface EndpointPollerOptions extends PollerDeps {
  readonly intervalMs?: number;
}

const CHECKS_AT_ONCE = 24;
/** Longer than a check can take. */
const LEASE_S = 30;
const MAX_PAUSE_MS = 10_000;

/** Asks the health addresses of registered endpoints. Any number of workers may run. */
export const startEndpointPoller = ({ intervalMs = 1_000, ...deps }: EndpointPollerOptions): Poller => {
  const { db, clock, log } = deps;
  return startPoller<DueEndpoint>({
    atOnce: CHECKS_AT_ONCE,
    intervalMs,
    maxPauseMs: MAX_PAUSE_MS,
    claim: (limit) => claimDueEndpoints(db, { limit, leaseS: LEASE_S, at: clock() }),
    poll: (endpoint) =>
      checkEndpoint(deps, endpoint).catch((error: unknown) =>
        log.warn({ err: error, serviceId: endpoint.id }, "the health of a service could not be written"),
      ),
    onFailure: (error, failures) => log.warn({ err: error, failures }, "the services to check could not be read"),
  });
};
