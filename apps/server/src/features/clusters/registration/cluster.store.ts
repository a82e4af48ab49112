import type { CLUSTER_KINDS } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Cluster, ClusterState } from "../../../platform/db/database.types.ts";

export type ClusterRow = Selectable<Cluster>;
export type ClusterStateRow = Selectable<ClusterState>;

export interface ClusterInput {
  readonly name: string;
  readonly kind: (typeof CLUSTER_KINDS)[number];
  readonly address: string;
  /** Of KubeRay only. */
  readonly namespace: string | null;
}

export interface SealedToken {
  readonly sealed_token: Buffer | null;
  readonly token_origin: string | null;
}

export interface CaCertificate {
  /** PEM; null where the public authorities are trusted. */
  readonly ca_certificate: string | null;
}

/** A cluster with what its last polls found. */
export type ClusterRecord = ClusterRow &
  Omit<ClusterStateRow, "cluster_id" | "nodes" | "ray_clusters"> & {
    readonly running_jobs: number;
    readonly pending_jobs: number;
  };

const STATE_COLUMNS = [
  "s.next_poll_at",
  "s.leased_until",
  "s.polled_by",
  "s.failures",
  "s.fault",
  "s.jobs_fault",
  "s.tried_at",
  "s.seen_at",
  "s.ray_version",
  "s.is_token_required",
  "s.head_started_at",
  "s.resources",
  "s.resources_at",
  "s.nodes_alive",
  "s.nodes_total",
  "s.nodes_at",
  "s.kuberay",
  "s.jobs_at",
  "s.jobs_left_out",
] as const;

const selectRecords = (db: Db) =>
  db
    .selectFrom("cluster as c")
    .innerJoin("cluster_state as s", "s.cluster_id", "c.id")
    .selectAll("c")
    .select(STATE_COLUMNS)
    .select([
      sql<number>`(select count(*)::int from cluster_job j where j.cluster_id = c.id and j.status = 'RUNNING'
        and j.status in ('PENDING', 'RUNNING'))`.as("running_jobs"),
      sql<number>`(select count(*)::int from cluster_job j where j.cluster_id = c.id and j.status = 'PENDING'
        and j.status in ('PENDING', 'RUNNING'))`.as("pending_jobs"),
    ])
    .where("c.deleted_at", "is", null);

export const listClusters = (db: Db): Promise<ClusterRecord[]> =>
  selectRecords(db).orderBy("c.name").orderBy("c.id").execute();

export const findCluster = (db: Db, id: string): Promise<ClusterRecord | undefined> =>
  selectRecords(db).where("c.id", "=", id).executeTakeFirst();

/** Without what its polls found. */
export const findClusterRow = (db: Db, id: string): Promise<ClusterRow | undefined> =>
  db.selectFrom("cluster").selectAll().where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockCluster = (tx: Tx, id: string): Promise<ClusterRow | undefined> =>
  tx
    .selectFrom("cluster")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const findClusterByRequest = (db: Db, requestKey: string): Promise<ClusterRow | undefined> =>
  db.selectFrom("cluster").selectAll().where("request_key", "=", requestKey).executeTakeFirst();

/** Takes a lock, so that two requests cannot both find the same name or address free. */
export const findTaken = async (
  tx: Tx,
  input: ClusterInput,
  exceptId: string,
): Promise<{ readonly taken: "name" | "address" | undefined; readonly others: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('clusters', 0))`.execute(tx);
  const rows = await tx
    .selectFrom("cluster")
    .select([sql<boolean>`lower(name) = lower(${input.name})`.as("is_name"), "address", "namespace"])
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .execute();
  if (rows.some((row) => row.is_name)) return { taken: "name", others: rows.length };
  const isAddress = rows.some((row) => row.address === input.address && row.namespace === input.namespace);
  return { taken: isAddress ? "address" : undefined, others: rows.length };
};

export const insertCluster = async (
  tx: Tx,
  cluster: ClusterInput &
    SealedToken &
    CaCertificate & { id: string; request_key: string; created_at: Date; created_by: string },
): Promise<ClusterRow> => {
  const row = await tx
    .insertInto("cluster")
    .values({ ...cluster, updated_at: cluster.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.insertInto("cluster_state").values({ cluster_id: row.id, next_poll_at: row.created_at }).execute();
  return row;
};

/** What an earlier address answered is not true of the new one: it is polled next, with nothing known. */
export const updateClusterRow = async (
  tx: Tx,
  id: string,
  change: ClusterInput & SealedToken & CaCertificate & { revision: number; updated_at: Date },
  { isAnother }: { readonly isAnother: boolean },
): Promise<void> => {
  await tx.updateTable("cluster").set(change).where("id", "=", id).execute();
  const unknown = {
    tried_at: null,
    seen_at: null,
    ray_version: null,
    is_token_required: null,
    head_started_at: null,
    resources: null,
    resources_at: null,
    nodes: null,
    nodes_alive: null,
    nodes_total: null,
    nodes_at: null,
    kuberay: null,
    ray_clusters: null,
    jobs_at: null,
  };
  await tx
    .updateTable("cluster_state")
    .set({
      next_poll_at: change.updated_at,
      failures: 0,
      fault: null,
      jobs_fault: null,
      polled_by: null,
      ...(isAnother && unknown),
    })
    .where("cluster_id", "=", id)
    .execute();
};

/** Erases the token and stops the polls; its jobs are removed in batches. */
export const markClusterDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  const gone = { deleted_at: at, updated_at: at, sealed_token: null, token_origin: null };
  await tx.updateTable("cluster").set(gone).where("id", "=", id).execute();
  await tx.deleteFrom("cluster_state").where("cluster_id", "=", id).execute();
};

export const pollNext = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable("cluster_state").set({ next_poll_at: at, failures: 0 }).where("cluster_id", "=", id).execute();
};

/** Returns how many jobs of deleted clusters were removed. */
export const removeJobsOfDeletedClusters = async (db: Db, limit: number, at: Date): Promise<number> => {
  const cluster = await db
    .selectFrom("cluster")
    .select("id")
    .where("deleted_at", "is not", null)
    .where("emptied_at", "is", null)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  if (!cluster) return 0;
  const { numDeletedRows } = await db
    .deleteFrom("cluster_job")
    .where("id", "in", (eb) =>
      eb.selectFrom("cluster_job").select("id").where("cluster_id", "=", cluster.id).limit(limit),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows < BigInt(limit)) {
    await db.updateTable("cluster").set({ emptied_at: at }).where("id", "=", cluster.id).execute();
  }
  return Number(numDeletedRows);
};
