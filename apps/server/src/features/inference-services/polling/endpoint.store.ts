import type { ServiceFault } from "@dailies/contract";
import { sql } from "kysely";
import { claimDue, type DueLimits, type PolledTables } from "../../../platform/db/claim-due.ts";
import type { Db } from "../../../platform/db/database.ts";

export interface DueEndpoint {
  readonly id: string;
  readonly health_address: string;
  readonly failures: number;
}

const POLLED: PolledTables = {
  owner: "inference_service",
  state: "inference_service_state",
  key: "service_id",
  columns: sql`owner.id, owner.health_address, state.failures`,
};

export const claimDueEndpoints = (db: Db, limits: DueLimits): Promise<DueEndpoint[]> =>
  claimDue<DueEndpoint>(db, POLLED, limits);

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
