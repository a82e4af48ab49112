import { sql } from "kysely";
import type { Db } from "../../../../platform/db/database.ts";

/** A metric of a copied run, and where its points are. */
export interface SourceMetric {
  readonly run_id: string;
  readonly source_run_id: string;
  readonly source_id: string;
  readonly address: string;
  readonly sealed_login: Buffer | null;
  /** Null when the source was removed. */
  readonly failures: number | null;
  readonly fault: string | null;
  readonly next_poll_at: Date | null;
  readonly last_step: number;
  readonly last_at: Date;
}

/** Those of these runs that were copied and have the metric. */
export const listSourceMetrics = async (db: Db, runIds: readonly string[], key: string): Promise<SourceMetric[]> => {
  const { rows } = await sql<SourceMetric>`
    select x.run_id, x.source_run_id, c.id as source_id, c.address, c.sealed_login, s.failures, s.fault, s.next_poll_at,
      m.last_step::float8, m.last_at
    from run_source_run x join run_source c on c.id = x.source_id left join run_source_state s on s.source_id = c.id
    join experiment_metric m on m.run_id = x.run_id and m.key = ${key}
    where x.run_id = any(${[...runIds]}::uuid[])`.execute(db);
  return rows;
};

export interface StoredCurve {
  readonly run_id: string;
  readonly read_at: Date;
  readonly last_step: number;
  readonly last_at: Date;
  readonly is_sampled: boolean;
  readonly payload: Buffer;
}

export const listStoredCurves = async (db: Db, runIds: readonly string[], key: string): Promise<StoredCurve[]> => {
  if (runIds.length === 0) return [];
  const { rows } = await sql<StoredCurve>`
    select run_id, read_at, last_step::float8, last_at, is_sampled, payload from run_source_curve
    where run_id = any(${[...runIds]}::uuid[]) and key = ${key}`.execute(db);
  return rows;
};

/** Nothing is stored of a run that was removed meanwhile. */
export const upsertCurve = async (db: Db, key: string, curve: StoredCurve): Promise<void> => {
  await sql`
    insert into run_source_curve (run_id, key, read_at, last_step, last_at, is_sampled, payload)
    select run_id, ${key}, ${curve.read_at}, ${curve.last_step}, ${curve.last_at}, ${curve.is_sampled}, ${curve.payload}
    from run_source_run where run_id = ${curve.run_id} for key share
    on conflict (run_id, key) do update set read_at = excluded.read_at, last_step = excluded.last_step,
      last_at = excluded.last_at, is_sampled = excluded.is_sampled, payload = excluded.payload`.execute(db);
};
