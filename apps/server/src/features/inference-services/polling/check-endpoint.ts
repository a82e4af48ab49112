import { backoffMs } from "../../../platform/concurrency/backoff.ts";
import { withDeadline } from "../../../platform/concurrency/with-deadline.ts";
import type { Outgoing } from "../../../platform/http-client/outgoing.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { HEALTH_TIMEOUT_MS, type ServicesDeps } from "../inference-services-deps.ts";
import { type DueEndpoint, type EndpointHealth, recordHealth } from "./endpoint.store.ts";

export const HEALTH_EVERY_MS = 15_000;
const BACKOFF = { everyMs: HEALTH_EVERY_MS, maxMs: 300_000 };
/** Only whether it answers counts; a body of this size is not a health check. */
const HEALTH_BYTES = 64 * 1024;

/** What the endpoint writes is neither kept nor logged. */
export const askHealth = async (outgoing: Outgoing, address: string): Promise<EndpointHealth> => {
  const begunMs = performance.now();
  try {
    const { status } = await withDeadline(new AbortController().signal, HEALTH_TIMEOUT_MS, (signal) =>
      outgoing.request(address, { signal, maxBytes: HEALTH_BYTES }),
    );
    const isOk = status >= 200 && status < 300;
    return { fault: isOk ? null : "bad_status", latencyMs: Math.round(performance.now() - begunMs) };
  } catch (error) {
    if (error instanceof OutgoingError) return { fault: error.fault, latencyMs: null };
    if (error instanceof DOMException) return { fault: "timeout", latencyMs: null };
    throw error;
  }
};

export const checkEndpoint = async (
  { db, clock, outgoing, log }: Pick<ServicesDeps, "db" | "clock" | "outgoing"> & { readonly log: Log },
  { id, health_address: address, failures }: DueEndpoint,
): Promise<void> => {
  const health = await askHealth(outgoing, address);
  const at = clock();
  const nextAt = new Date(at.getTime() + backoffMs(BACKOFF, health.fault ? failures + 1 : 0, Math.random()));
  await recordHealth(db, id, health, { at, nextAt });
  if (health.fault && failures === 0) log.info({ serviceId: id, fault: health.fault }, "a service does not answer");
  if (!health.fault && failures > 0) log.info({ serviceId: id, failures }, "a service answers again");
};
