import type { ServiceFault } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface DueEndpoint {
  readonly id: string;
  readonly health_address: string;
  readonly failures: number;
}

/** Takes a lease on endpoints that are due, so that each is asked by one worker at a time. */
export const claimDueEndpoints = async (
  db: Db,
  { limit, leaseS, at }: { readonly limit: number; readonly leaseS: number; readonly at: Date },
): Promise<DueEndpoint[]> => {
  const { rows } = await sql<DueEndpoint>`
    update inference_service_state x set leased_until = ${at}::timestamptz + make_interval(secs => ${leaseS})
    from inference_service s
    where s.id = x.service_id and x.service_id in (
      select service_id from inference_service_state
      where next_poll_at <= ${at} and (leased_until is null or leased_until <= ${at})
      order by next_poll_at limit ${limit} for update skip locked)
    returning s.id, s.health_address, x.failures`.execute(db);
  return rows;
};

export interface EndpointHealth {
  readonly fault: ServiceFault | null;
  readonly latencyMs: number | null;
}

/** The last answer stays known while the endpoint does not answer. */
export const recordHealth = async (
  db: Db,
  id: string,
  { fault, latencyMs }: EndpointHealth,
  { at, nextAt }: { readonly at: Date; readonly nextAt: Date },
): Promise<void> => {
  await db
    .updateTable("inference_service_state")
    .set((eb) => ({
      // A service that was deleted meanwhile is asked no more.
      next_poll_at: sql<Date | null>`case when next_poll_at is null then null else ${nextAt}::timestamptz end`,
      leased_until: null,
      failures: fault ? eb("failures", "+", 1) : 0,
      fault,
      tried_at: at,
      read_at: at,
      ...(latencyMs !== null && { latency_ms: latencyMs }),
    }))
    .where("service_id", "=", id)
    .execute();
};
