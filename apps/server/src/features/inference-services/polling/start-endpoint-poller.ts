import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../../platform/observability/log.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { claimDueEndpoints, type DueEndpoint } from "./endpoint.store.ts";

type PollerDeps = Pick<ServicesDeps, "db" | "clock" | "outgoing"> & { readonly log: Log };

export interface EndpointPollerOptions extends PollerDeps {
  readonly intervalMs?: number;
}

export interface EndpointPoller {
  /** Resolves when the checks in progress are written. */
  stop(): Promise<void>;
}

const CHECKS_AT_ONCE = 24;
/** Longer than a check can take. */
const LEASE_S = 30;
const MAX_PAUSE_MS = 10_000;

/** Asks the health addresses of registered endpoints. Any number of workers may run. */
export const startEndpointPoller = ({ intervalMs = 1_000, ...deps }: EndpointPollerOptions): EndpointPoller => {
  const stopping = new AbortController();
  const checks = new Set<Promise<void>>();
  const running = pollUntil(stopping.signal, deps, checks, intervalMs);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await Promise.all(checks);
    },
  };
};

const pollUntil = async (
  signal: AbortSignal,
  deps: PollerDeps,
  checks: Set<Promise<void>>,
  intervalMs: number,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const free = CHECKS_AT_ONCE - checks.size;
      const due = free > 0 ? await claimDueEndpoints(deps.db, { limit: free, leaseS: LEASE_S, at: deps.clock() }) : [];
      for (const endpoint of due) begin(deps, checks, endpoint);
      failures = 0;
    } catch (error) {
      failures += 1;
      deps.log.warn({ err: error, failures }, "the services to check could not be read");
    }
    await pause(Math.min(intervalMs * 2 ** failures, MAX_PAUSE_MS), signal);
  }
};

const begin = (deps: PollerDeps, checks: Set<Promise<void>>, endpoint: DueEndpoint): void => {
  const check = checkEndpoint(deps, endpoint).catch((error: unknown) =>
    deps.log.warn({ err: error, serviceId: endpoint.id }, "the health of a service could not be written"),
  );
  checks.add(check);
  void check.finally(() => checks.delete(check));
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
