import type { DeployKind, ServiceConfig } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { InferenceServiceDeploy } from "../../../platform/db/database.types.ts";
import type { ClusterRow } from "../../clusters/index.ts";
import type { ServiceRow } from "../records/service.store.ts";

export type DeployRow = Omit<Selectable<InferenceServiceDeploy>, "config" | "kind"> & {
  readonly kind: DeployKind;
  readonly config: ServiceConfig;
};

const KEPT_IN_LIST = 50;

export const listDeploys = (db: Db, serviceId: string): Promise<DeployRow[]> =>
  db
    .selectFrom("inference_service_deploy")
    .selectAll()
    .where("service_id", "=", serviceId)
    .orderBy("number", "desc")
    .limit(KEPT_IN_LIST)
    .execute() as Promise<unknown> as Promise<DeployRow[]>;

export const findDeploy = (db: Db, serviceId: string, number: number): Promise<DeployRow | undefined> =>
  db
    .selectFrom("inference_service_deploy")
    .selectAll()
    .where("service_id", "=", serviceId)
    .where("number", "=", number)
    .executeTakeFirst() as Promise<unknown> as Promise<DeployRow | undefined>;

export const findDeployByRequest = (db: Db, requestKey: string): Promise<DeployRow | undefined> =>
  db
    .selectFrom("inference_service_deploy")
    .selectAll()
    .where("request_key", "=", requestKey)
    .executeTakeFirst() as Promise<unknown> as Promise<DeployRow | undefined>;

export interface NewDeploy {
  readonly serviceId: string;
  readonly number: number;
  readonly kind: DeployKind;
  readonly config: ServiceConfig;
  /** Model and version; taken over by the service when the deploy is verified. */
  readonly model: string;
  readonly fromNumber: number | null;
  readonly requestKey: string;
  readonly by: string;
  readonly at: Date;
}

/** The caller holds the row of the service. */
export const insertDeploy = async (tx: Tx, deploy: NewDeploy): Promise<void> => {
  await tx
    .insertInto("inference_service_deploy")
    .values({
      service_id: deploy.serviceId,
      number: deploy.number,
      kind: deploy.kind,
      status: "Waiting",
      config: JSON.stringify(deploy.config),
      model: deploy.model,
      from_number: deploy.fromNumber,
      request_key: deploy.requestKey,
      created_by: deploy.by,
      created_at: deploy.at,
    })
    .execute();
  await tx
    .updateTable("inference_service")
    .set((eb) => ({ deploy_number: deploy.number, revision: eb("revision", "+", 1), updated_at: deploy.at }))
    .where("id", "=", deploy.serviceId)
    .execute();
};

export interface DeployJob {
  readonly service: ServiceRow;
  readonly deploy: DeployRow;
  /** Undefined when the cluster is no longer registered. */
  readonly cluster: ClusterRow | undefined;
  /** What was last written to the cluster, or begun to be. */
  readonly written: ServiceConfig | undefined;
}

/** Undefined for a deploy that has ended. */
export const findDeployJob = async (db: Db, serviceId: string, number: number): Promise<DeployJob | undefined> => {
  const deploy = await findDeploy(db, serviceId, number);
  if (!deploy || deploy.ended_at !== null) return undefined;
  const service = await db
    .selectFrom("inference_service")
    .selectAll()
    .where("id", "=", serviceId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!service) return undefined;
  const cluster = await db
    .selectFrom("cluster")
    .selectAll()
    .where("id", "=", service.cluster_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const { put_number: put } = service;
  const written = put === null ? undefined : await findDeploy(db, serviceId, put);
  return { service, deploy, cluster, written: written?.config };
};

export const noteDeployRunning = async (db: Db, serviceId: string, number: number): Promise<void> => {
  await db
    .updateTable("inference_service_deploy")
    .set({ status: "Running" })
    .where("service_id", "=", serviceId)
    .where("number", "=", number)
    .where("status", "=", "Waiting")
    .execute();
};

/** Before the write: after a crash, what is found on the cluster may be this one. */
export const notePut = async (db: Db, serviceId: string, number: number): Promise<void> => {
  await db.updateTable("inference_service").set({ put_number: number }).where("id", "=", serviceId).execute();
};

const endDeploy = (
  tx: Tx,
  serviceId: string,
  number: number,
  end: { status: string; message: string | null; at: Date },
) =>
  tx
    .updateTable("inference_service_deploy")
    .set({ status: end.status, message: end.message, ended_at: end.at })
    .where("service_id", "=", serviceId)
    .where("number", "=", number)
    .where("ended_at", "is", null)
    .execute();

export interface AppliedDeploy {
  readonly kind: DeployKind;
  /** Of the application as Serve reports it; null when it was dropped. */
  readonly sha256: string | null;
  /** Of the head that it was verified on; null when Ray did not say. */
  readonly sessionName: string | null;
  readonly at: Date;
}

/** Records what was verified on the cluster. A deleted service is gone from the list. */
export const finishDeploy = (db: Db, serviceId: string, number: number, applied: AppliedDeploy): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { kind, sha256, sessionName, at } = applied;
    await endDeploy(tx, serviceId, number, { status: "Finished", message: null, at });
    await tx
      .updateTable("inference_service")
      .set({
        applied_number: number,
        applied_sha256: sha256,
        applied_session: sessionName,
        updated_at: at,
        model: sql<string>`coalesce((select model from inference_service_deploy
          where service_id = ${serviceId} and number = ${number}), inference_service.model)`,
        ...(sha256 === null && { put_number: null }),
        ...(kind === "pause" && { is_paused: true }),
        ...(kind === "resume" && { is_paused: false }),
        ...(kind === "delete" && { deleted_at: at }),
      })
      .where("id", "=", serviceId)
      .execute();
  });

export const failDeploy = (db: Db, serviceId: string, number: number, message: string, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await endDeploy(tx, serviceId, number, { status: "Failed", message: message.slice(0, 1_000), at });
  });

export interface LostService {
  readonly id: string;
  readonly name: string;
  readonly deploy_number: number;
  readonly applied_number: number;
}

/** A cluster that names another session at every look must not make us deploy as often as we look. */
const RESTORE_PAUSE_S = 30;

/**
 * Services whose application was verified in another session, but for those that could not be deployed again and those
 * that have just been.
 */
export const listLostServices = async (
  db: Db,
  { clusterId, sessionName, at }: { readonly clusterId: string; readonly sessionName: string; readonly at: Date },
): Promise<LostService[]> => {
  const { rows } = await sql<LostService>`
    select s.id, s.name, s.deploy_number, s.applied_number
    from inference_service s
      join inference_service_deploy d on d.service_id = s.id and d.number = s.deploy_number
    where s.cluster_id = ${clusterId} and s.deleted_at is null and not s.is_paused and s.applied_sha256 is not null
      and s.applied_session <> ${sessionName} and d.ended_at < ${at}
      and not (d.kind = 'restore'
        and (d.status = 'Failed' or d.ended_at > ${at}::timestamptz - make_interval(secs => ${RESTORE_PAUSE_S})))
    `.execute(db);
  return rows;
};

/**
 * A lock with a lease, one for each cluster. A process that died leaves it until the lease ends; one that was only slow
 * finds it lost when it renews it, and writes nothing.
 */
export const takeServeLock = async (db: Db, clusterId: string, holder: string, leaseS: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into cluster_serve as v (cluster_id, locked_by, locked_until)
    values (${clusterId}, ${holder}, clock_timestamp() + make_interval(secs => ${leaseS}))
    on conflict (cluster_id) do update set locked_by = excluded.locked_by, locked_until = excluded.locked_until
      where v.locked_until is null or v.locked_until <= clock_timestamp() or v.locked_by = excluded.locked_by
    returning 1`.execute(db);
  return rows.length > 0;
};

export const renewServeLock = async (db: Db, clusterId: string, holder: string, leaseS: number): Promise<boolean> => {
  const { rows } = await sql`
    update cluster_serve set locked_until = clock_timestamp() + make_interval(secs => ${leaseS})
    where cluster_id = ${clusterId} and locked_by = ${holder} and locked_until > clock_timestamp()
    returning 1`.execute(db);
  return rows.length > 0;
};

export const dropServeLock = async (db: Db, clusterId: string, holder: string): Promise<void> => {
  await db
    .updateTable("cluster_serve")
    .set({ locked_by: null, locked_until: null })
    .where("cluster_id", "=", clusterId)
    .where("locked_by", "=", holder)
    .execute();
};
