import type { ClusterFault, ClusterResources, ServiceCluster } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ServeState } from "../../../platform/ray/ray-serve-client.ts";
import type { ForeignApp, ServeFacts } from "./serve-facts.rules.ts";

export interface ServedService {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string | null;
  readonly observed_status: string | null;
}

/** Services of a cluster that were written to it, or begun to be. */
export const listServedServices = (db: Db, clusterId: string): Promise<ServedService[]> =>
  db
    .selectFrom("inference_service as s")
    .innerJoin("inference_service_state as x", "x.service_id", "s.id")
    .select(["s.id", "s.name", "x.fingerprint", "x.observed_status"])
    .where("s.cluster_id", "=", clusterId)
    .where("s.deleted_at", "is", null)
    .where((eb) => eb.or([eb("s.put_number", "is not", null), eb("s.applied_sha256", "is not", null)]))
    .execute();

export interface ReadServe {
  readonly isStarted: boolean;
  readonly sessionName: string | null;
  readonly httpPort: number | null;
  readonly foreign: readonly ForeignApp[];
  readonly at: Date;
}

/** False when a newer answer was recorded meanwhile. The row stays locked until the transaction ends. */
export const saveServe = async (tx: Tx, clusterId: string, read: ReadServe): Promise<boolean> => {
  const [startedAt, session] = read.isStarted ? [read.at, read.sessionName] : [null, null];
  const { rows } = await sql`
    insert into cluster_serve as v (cluster_id, is_started, http_port, foreign_apps, tried_at, read_at, seen_started_at,
      seen_started_session)
    select id, ${read.isStarted}, ${read.httpPort}, ${JSON.stringify(read.foreign)}::jsonb, ${read.at}, ${read.at},
      ${startedAt}::timestamptz, ${session}::text
    from cluster where id = ${clusterId} and deleted_at is null
    on conflict (cluster_id) do update set is_started = excluded.is_started,
      http_port = coalesce(excluded.http_port, v.http_port),
      foreign_apps = excluded.foreign_apps, fault = null, tried_at = excluded.tried_at, read_at = excluded.read_at,
      seen_started_at = coalesce(excluded.seen_started_at, v.seen_started_at),
      seen_started_session =
        case when excluded.is_started then excluded.seen_started_session else v.seen_started_session end
      where v.read_at is null or v.read_at <= excluded.read_at
    returning 1`.execute(tx);
  return rows.length > 0;
};

const HIDDEN_S = 60;

/**
 * Whether Serve only seems not to be started: Ray also answers so while it cannot find the controller. Writing then would
 * remove every application. Serve that was seen in this session is believed to be gone after a minute.
 */
export const isServeHidden = async (
  db: Db,
  clusterId: string,
  read: { readonly state: ServeState; readonly sessionName: string | null; readonly at: Date },
): Promise<boolean> => {
  if (read.state.isStarted) return false;
  const { rows } = await sql`
    select 1 from cluster_serve where cluster_id = ${clusterId}
      and seen_started_at > ${read.at}::timestamptz - make_interval(secs => ${HIDDEN_S})
      and seen_started_session is not distinct from ${read.sessionName}::text`.execute(db);
  return rows.length > 0;
};

/** What was read before stays, with its age. */
export const saveServeFault = async (db: Db, clusterId: string, fault: ClusterFault, at: Date): Promise<void> => {
  await sql`
    insert into cluster_serve as v (cluster_id, fault, tried_at)
    select id, ${fault}, ${at} from cluster where id = ${clusterId} and deleted_at is null
    on conflict (cluster_id) do update set fault = excluded.fault, tried_at = excluded.tried_at`.execute(db);
};

export const saveServeFacts = async (tx: Tx, serviceId: string, facts: ServeFacts): Promise<void> => {
  await tx
    .updateTable("inference_service_state")
    .set({
      observed_status: facts.status,
      message: facts.message,
      replicas_ready: facts.replicasReady,
      replicas_target: facts.replicasTarget,
      deployments: JSON.stringify(facts.deployments),
      fingerprint: facts.fingerprint,
    })
    .where("service_id", "=", serviceId)
    .execute();
};

/** Serve no longer lists them. What is known of their replicas is not true any more. */
export const clearServeFacts = async (tx: Tx, serviceIds: readonly string[]): Promise<void> => {
  if (serviceIds.length === 0) return;
  await tx
    .updateTable("inference_service_state")
    .set({
      observed_status: null,
      message: null,
      replicas_ready: 0,
      replicas_target: null,
      deployments: "[]",
      fingerprint: null,
    })
    .where("service_id", "in", [...serviceIds])
    .execute();
};

const freeOf = (usage: { used: number; total: number } | null | undefined) =>
  usage ? { free: Math.max(0, usage.total - usage.used), total: usage.total } : null;

/** Every registered cluster, at most some hundreds, with what a service would find there. */
export const listServiceClusters = async (db: Db, id?: string): Promise<ServiceCluster[]> => {
  let query = db
    .selectFrom("cluster as c")
    .innerJoin("cluster_state as p", "p.cluster_id", "c.id")
    .leftJoin("cluster_serve as v", "v.cluster_id", "c.id")
    .select(["c.id", "c.name", "p.fault", "p.tried_at", "p.resources", "p.resources_at"])
    .select(["v.is_started", "v.fault as serve_fault", "v.read_at as serve_at", "v.foreign_apps"])
    .where("c.deleted_at", "is", null)
    .where("c.kind", "=", "Ray");
  if (id !== undefined) query = query.where("c.id", "=", id);
  const rows = await query.orderBy("c.name").execute();
  return rows.map((row) => {
    const resources = row.resources as ClusterResources | null;
    const isReachable = row.fault === null ? "Reachable" : "Unreachable";
    return {
      id: row.id,
      name: row.name,
      status: row.tried_at === null ? "Waiting" : isReachable,
      fault: row.fault as ClusterFault | null,
      cpu: freeOf(resources?.cpu),
      gpu: freeOf(resources?.gpu) ?? (resources ? { free: 0, total: 0 } : null),
      resources_at: row.resources_at?.toISOString() ?? null,
      is_serve_started: row.is_started ?? null,
      serve_fault: row.serve_fault as ClusterFault | null,
      serve_at: row.serve_at?.toISOString() ?? null,
      foreign: (row.foreign_apps ?? []) as unknown as ForeignApp[],
    };
  });
};
