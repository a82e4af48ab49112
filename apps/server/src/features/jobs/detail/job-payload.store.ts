import type { JobKind } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

type Select = (key: string) => RawBuilder<unknown>;

/** The parts of a key that is not one uuid. */
const first = (key: string): string => key.split("/")[0] ?? "";
const second = (key: string): string => key.split("/")[1] ?? "";

/**
 * The columns that are shown, by name: a column that is added later is not shown until somebody adds it here. Models of a
 * grid are never among them, because a reader may judge its clips.
 */
const PAYLOADS: Readonly<Record<JobKind, Select>> = {
  generation: (key) => sql`select r.run, r.reason, r.restarts, b.samples_per_cell, b.concurrency, b.progress
    from generation_run r join benchmark b on b.task_id = r.task_id
    where r.task_id = ${first(key)}::uuid and r.run = ${second(key)}::int`,
  performer_call: (key) => sql`select performer_id, performer_version, input, seed_requested, raw_status, progress,
      queue_position, polls, failures, error_code, error_is_retryable, warnings, deadline_at, retry_of
    from performer_task where id = ${key}::uuid and source = 'playground'`,
  asset_ingest: (key) => sql`select version, status, mime, kind, size_bytes, upload_expires_at, verdict
    from asset_version where asset_id = ${first(key)}::uuid and version = ${second(key)}::int`,
  row_import: (
    key,
  ) => sql`select dataset_id, version, query, seed::text, wanted_items, mapping, skips_repeated, items_done,
      items_total, rows_added, rows_repeated
    from benchmark_row_import where id = ${key}::uuid`,
  clip_preparation: (key) => sql`select mode, clips_total, clips_ready, clips_failed, prompts, samples
    from evaluation where task_id = ${first(key)}::uuid`,
  export: (key) => sql`select task_ids, rows, aggregation, media, target, run, rows_done, rows_total, bytes, error_code,
      error_is_retryable
    from export_job where id = ${key}::uuid`,
  dataset_index: (key) => sql`select r.dataset_id, d.kind, d.uri, r.note, r.parts_total, r.table_try
    from dataset_index_run r join dataset d on d.id = r.dataset_id where r.id = ${key}::uuid`,
  dataset_export: (
    key,
  ) => sql`select dataset_id, version, query, order_by, columns, format, rows_done, rows_total, bytes
    from dataset_export where id = ${key}::uuid`,
  package: (key) => sql`select dataset_id, version, view_id, query, order_by, settings, format, folder, shards_done,
      shards_total, samples_done, samples_total, bytes_done, bytes_total, left_out, repeats, note
    from package where id = ${key}::uuid`,
  package_comparison: (key) => sql`select package_id, against_id from package_comparison where id = ${key}::uuid`,
  data_comparison: (key) => sql`select experiment_id, position from data_experiment_comparison where id = ${key}::uuid`,
  set_verification: (key) => sql`select uri, profile_id, shards, decodes_samples, shards_done, shards_total, bytes_read,
      faults_total
    from viewer_verification where id = ${key}::uuid`,
  column_means: (key) => sql`select uri, profile_id, column_name, samples_per_shard, shards_done, shards_total
    from viewer_column_run where id = ${key}::uuid`,
  label_fill: (key) => sql`select dataset_id, dataset_version, view_name, query, order_by, draw_count, item_order, seed,
      items_total, missing_keys, fill_run
    from label_task where id = ${key}::uuid`,
  label_addition: (
    key,
  ) => sql`select view_name, query, order_by, cardinality(keys) as keys, added, duplicates, missing_keys
    from label_addition where id = ${key}::uuid`,
  label_prefill: (
    key,
  ) => sql`select file_name, format, size_bytes, bytes_read, rows_read, rows_wrong, rows_found, items_read,
      applied, skipped
    from label_prefill where id = ${key}::uuid`,
  label_export: (key) =>
    sql`select format, shape, answers, as_of, rows_done, bytes from label_export where id = ${key}::uuid`,
  label_snapshot: (key) => sql`select dataset_id, version, name, answers, as_of, rows_done, bytes
    from dataset_column_set where id = ${key}::uuid`,
  label_report: (key) => sql`select run, measured_at from label_report
    where task_id = ${first(key)}::uuid and run = ${second(key)}::int`,
  subscription_cancellation: (
    key,
  ) => sql`select plan_id, mode, state, problem, detail, attempts, requested_at, accepted_at,
      confirmed_at
    from provider_cancellation where id = ${key}::uuid`,
  cluster_job: (key) => sql`select c.name as cluster, j.type, j.job_key as submission, j.driver_job_id, j.entrypoint,
      j.owner, j.gpus, j.error_type, j.exit_code, j.traceback, j.metadata, j.gone_at, j.stop_asked_at, j.stop_asked_by
    from cluster_job j join cluster c on c.id = j.cluster_id where j.id = ${key}::uuid`,
  // Variables by name, so that those that are named like secrets are masked.
  service_deploy: (key) => sql`select s.name as service, c.name as cluster, d.kind, d.number, d.from_number,
      d.config || jsonb_build_object('env', (
        select coalesce(jsonb_object_agg(e.item ->> 'name', coalesce(e.item ->> 'value', 'a saved secret')), '{}')
        from jsonb_array_elements(d.config -> 'env') e(item))) as config
    from inference_service_deploy d join inference_service s on s.id = d.service_id
    left join cluster c on c.id = s.cluster_id
    where d.service_id = ${first(key)}::uuid and d.number = ${second(key)}::int`,
  processing: (
    key,
  ) => sql`select template, parameters, resources, dataset_id, version, view_id, query, order_by, cluster_id,
      phase, attempt, parts_done, parts_total, items_total, rows_out, items_failed, fault, followed_at, silent_since
    from processing_run where id = ${key}::uuid`,
};

/** Empty when the source row is gone. */
export const readJobPayload = async (
  db: Db,
  { kind, key }: { readonly kind: JobKind; readonly key: string },
): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select to_jsonb(source) as payload from (${PAYLOADS[kind](key)}) source limit 1`.execute(db);
  return rows[0]?.payload ?? {};
};

export interface KeptLog {
  readonly tail: string;
  readonly isTruncated: boolean;
  readonly readAt: Date;
}

/** The last characters of the kept log; undefined when there is none. */
export const findKeptLog = async (db: Db, jobId: string, characters: number): Promise<KeptLog | undefined> => {
  const { rows } = await sql<KeptLog>`
    select right(tail, ${characters}::int) as tail, is_truncated or length(tail) > ${characters}::int as "isTruncated",
      read_at as "readAt"
    from cluster_job_log where job_id = ${jobId}`.execute(db);
  return rows[0];
};
