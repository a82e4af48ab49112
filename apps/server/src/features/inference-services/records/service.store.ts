import type { DeployKind, DeploymentFacts, ServiceConfig, ServiceKind, ServiceStatus } from "@dailies/contract";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { InferenceService } from "../../../platform/db/database.types.ts";

export type ServiceRow = Selectable<InferenceService>;

/** A service with what its last polls found and its newest deploy. */
export interface ServiceRecord extends ServiceRow {
  readonly status: ServiceStatus;
  readonly observed_status: string | null;
  readonly message: string | null;
  readonly replicas_ready: number | null;
  readonly replicas_target: number | null;
  readonly latency_ms: number | null;
  readonly endpoint_fault: string | null;
  readonly endpoint_read_at: Date | null;
  readonly cluster_name: string | null;
  readonly cluster_address: string | null;
  readonly is_cluster_gone: boolean;
  readonly cluster_fault: string | null;
  readonly serve_fault: string | null;
  readonly serve_read_at: Date | null;
  readonly http_port: number | null;
  readonly deploy_kind: DeployKind | null;
  readonly deploy_status: "Waiting" | "Running" | "Finished" | "Failed" | null;
  readonly deploy_message: string | null;
  readonly deploy_by: string | null;
  readonly deploy_at: Date | null;
  readonly deploy_ended_at: Date | null;
  readonly config: ServiceConfig | null;
}

/**
 * The unified status. A deploy in progress decides first; then what the cluster or the health address last said, as far as
 * that is newer than the deploy.
 */
const STATUS = sql<ServiceStatus>`case
  when s.kind = 'HTTP endpoint' then case
    when x.tried_at is null then 'pending' when x.fault is null then 'running' else 'unhealthy' end
  when d.status in ('Waiting', 'Running') and d.kind = 'delete' then 'deleting'
  when d.status = 'Waiting' then case when d.kind in ('create', 'resume', 'restore') then 'pending' else 'updating' end
  when d.status = 'Running' then case when d.kind in ('create', 'resume', 'restore') then 'deploying' else 'updating' end
  when s.is_paused then 'paused'
  when s.applied_number is null then 'failed'
  when v.read_at is null or (d.status = 'Finished' and v.read_at < d.ended_at)
    then case when d.kind in ('create', 'resume', 'restore') then 'deploying' else 'updating' end
  when x.observed_status = 'deploying' and d.kind not in ('create', 'resume', 'restore') then 'updating'
  else coalesce(x.observed_status, 'failed') end`;

const selectRecords = (db: Db) =>
  db
    .selectFrom("inference_service as s")
    .innerJoin("inference_service_state as x", "x.service_id", "s.id")
    .leftJoin("inference_service_deploy as d", (join) =>
      join.onRef("d.service_id", "=", "s.id").onRef("d.number", "=", "s.deploy_number"),
    )
    .leftJoin("cluster as c", "c.id", "s.cluster_id")
    .leftJoin("cluster_state as p", "p.cluster_id", "s.cluster_id")
    .leftJoin("cluster_serve as v", "v.cluster_id", "s.cluster_id")
    .selectAll("s")
    .select([
      "x.observed_status",
      "x.message",
      "x.replicas_ready",
      "x.replicas_target",
      "x.latency_ms",
      "x.fault as endpoint_fault",
      "x.read_at as endpoint_read_at",
      "c.name as cluster_name",
      "c.address as cluster_address",
      "p.fault as cluster_fault",
      "v.fault as serve_fault",
      "v.read_at as serve_read_at",
      "v.http_port",
      "d.status as deploy_status",
      "d.kind as deploy_kind",
      "d.message as deploy_message",
      "d.created_by as deploy_by",
      "d.created_at as deploy_at",
      "d.ended_at as deploy_ended_at",
      "d.config",
      STATUS.as("status"),
      sql<boolean>`c.deleted_at is not null`.as("is_cluster_gone"),
    ])
    .where("s.deleted_at", "is", null);

const records = (query: SelectQueryBuilder<never, never, unknown>): Promise<ServiceRecord[]> =>
  query.execute() as Promise<ServiceRecord[]>;

export interface ServiceFilter {
  readonly limit: number;
  /** The name after which the page begins. */
  readonly after: string | undefined;
  readonly words: string | undefined;
  readonly status: ServiceStatus | undefined;
  readonly kind: ServiceKind | undefined;
  readonly clusterId: string | undefined;
}

/** One more than the limit, so that the caller knows whether there are more. */
export const listServiceRecords = (db: Db, filter: ServiceFilter): Promise<ServiceRecord[]> => {
  let query = selectRecords(db);
  if (filter.after !== undefined) query = query.where("s.name", ">", filter.after);
  if (filter.status !== undefined) query = query.where(STATUS, "=", filter.status);
  if (filter.kind !== undefined) query = query.where("s.kind", "=", filter.kind);
  if (filter.clusterId !== undefined) query = query.where("s.cluster_id", "=", filter.clusterId);
  if (filter.words) {
    const pattern = `%${filter.words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    query = query.where((eb) =>
      eb.or([eb("s.name", "ilike", pattern), eb("s.model", "ilike", pattern), eb("s.owner", "ilike", pattern)]),
    );
  }
  return records(query.orderBy("s.name").limit(filter.limit + 1) as never);
};

export const findServiceRecord = async (db: Db, id: string): Promise<ServiceRecord | undefined> =>
  (await records(selectRecords(db).where("s.id", "=", id) as never))[0];

export const findServiceByName = async (db: Db, name: string): Promise<ServiceRecord | undefined> =>
  (await records(selectRecords(db).where("s.name", "=", name) as never))[0];

export const findDeploymentFacts = async (db: Db, id: string): Promise<DeploymentFacts[]> => {
  const row = await db
    .selectFrom("inference_service_state")
    .select("deployments")
    .where("service_id", "=", id)
    .executeTakeFirst();
  return (row?.deployments ?? []) as unknown as DeploymentFacts[];
};

/** Locks the row until the transaction ends. */
export const lockService = (tx: Tx, id: string): Promise<ServiceRow | undefined> =>
  tx
    .selectFrom("inference_service")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const findServiceByRequest = (db: Db, requestKey: string): Promise<ServiceRow | undefined> =>
  db.selectFrom("inference_service").selectAll().where("request_key", "=", requestKey).executeTakeFirst();

/** Takes a lock, so that two requests cannot both find the same name free. */
export const findTakenName = async (
  tx: Tx,
  name: string,
): Promise<{ readonly isTaken: boolean; readonly others: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('inference services', 0))`.execute(tx);
  const row = await tx
    .selectFrom("inference_service")
    .select([
      sql<boolean>`coalesce(bool_or(name = ${name}), false)`.as("is_taken"),
      sql<number>`count(*)::int`.as("others"),
    ])
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return { isTaken: row.is_taken, others: row.others };
};

export type NewService = Pick<
  ServiceRow,
  | "id"
  | "name"
  | "kind"
  | "template"
  | "model"
  | "cluster_id"
  | "address"
  | "health_address"
  | "run_id"
  | "request_key"
  | "owner_id"
  | "owner"
  | "created_at"
>;

export const insertService = async (tx: Tx, service: NewService): Promise<void> => {
  await tx
    .insertInto("inference_service")
    .values({ ...service, updated_at: service.created_at })
    .execute();
  // Only the health addresses of endpoints are due on their own; Serve is read with its cluster.
  const isEndpoint = service.kind === "HTTP endpoint";
  await tx
    .insertInto("inference_service_state")
    .values({ service_id: service.id, next_poll_at: isEndpoint ? service.created_at : null })
    .execute();
};

export const markServiceDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable("inference_service").set({ deleted_at: at, updated_at: at }).where("id", "=", id).execute();
  await tx.updateTable("inference_service_state").set({ next_poll_at: null }).where("service_id", "=", id).execute();
};
