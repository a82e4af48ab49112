import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

/** A registered cluster that nobody polls. */
export const aCluster = async (db: Db, { failures = 0, address = `http://${newId()}.test` } = {}): Promise<string> => {
  const id = newId();
  await sql`insert into cluster (id, name, kind, address, request_key, created_by, created_at, updated_at)
    values (${id}, ${`Lab ${id}`}, 'Ray', ${address}, ${newId()}, 'test', now(), now())`.execute(db);
  await sql`insert into cluster_state (cluster_id, next_poll_at, failures)
    values (${id}, now() + interval '1 year', ${failures})`.execute(db);
  return id;
};

export interface ClusterJobOptions {
  readonly clusterId: string;
  readonly key?: string;
  readonly status?: "PENDING" | "RUNNING" | "STOPPED" | "SUCCEEDED" | "FAILED" | "LOST";
  readonly owner?: string;
  readonly gpus?: number;
  readonly message?: string;
  readonly at?: Date;
}

/** A job as a poll leaves it; returns its id, which is the id of its background job. */
export const aClusterJob = async (db: Db, options: ClusterJobOptions): Promise<string> => {
  const { clusterId, key = `job-${newId()}`, status = "RUNNING", owner = null, gpus = 0, message = null } = options;
  const { at = new Date() } = options;
  const id = newId();
  const isUnfinished = status === "PENDING" || status === "RUNNING";
  await sql`insert into cluster_job (id, cluster_id, job_key, type, status, entrypoint, owner, gpus, message, error_type,
      metadata, started_at, ended_at, ordered_at, fingerprint, changed_at)
    values (${id}, ${clusterId}, ${key}, 'SUBMISSION', ${status}, 'python caption.py', ${owner}, ${gpus}, ${message},
      ${status === "FAILED" ? "JOB_ENTRYPOINT_COMMAND_ERROR" : null}, '{"hf_token": "canary"}', ${at},
      ${isUnfinished ? null : at}, ${at}, ${id}, ${at})`.execute(db);
  return id;
};
