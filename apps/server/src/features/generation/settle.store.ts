import type { CellStatus, DeliveryWarning, PerformerTaskStatus } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { type GeneratedAsset, generatedAssetParts } from "../assets/index.ts";
import type { LogLine } from "./call.rules.ts";
import { toldPart } from "./told.store.ts";

/** A cell that a call has moved. */
export interface MovedCell {
  readonly taskId: string;
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  readonly status: CellStatus;
  readonly attemptCount: number;
}

const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;

export interface CallCost {
  readonly amountMicros: number;
  readonly currency: string;
  readonly units: number | null;
  readonly unitPriceMicros: number | null;
  readonly basis: "reported" | "computed" | "estimated";
}

export interface Success {
  readonly callId: string;
  readonly metrics: Readonly<Record<string, number>> | null;
  readonly warnings: readonly DeliveryWarning[];
  readonly seedUsed: number | null;
  readonly cost: CallCost | null;
  readonly rawStatus: string;
  readonly log: readonly LogLine[];
}

/**
 * The one end of a call that came out well: outcome, clip, slot, account, cell and event together. False when it had ended
 * before, and then nothing is changed. One statement and no transaction around it, because all calls of a task wait for its
 * account. The order of the locks is the same in every statement here: call, slot, account, cell.
 */
export const updateSucceeded = async (db: Db, it: Success, asset: GeneratedAsset): Promise<boolean> => {
  const { cost } = it;
  const amountMicros = cost?.amountMicros ?? 0;
  const { rows } = await sql<{ id: string }>`
    with before as (
      select id, reserved_micros from performer_task where id = ${it.callId} and finished_at is null for update
    ), ${generatedAssetParts(asset, sql`before`)}, ended as (
      update performer_task t set
        status = 'Succeeded', finished_at = clock_timestamp(), asset_id = ${asset.clip.assetId}, output_sha256 = ${asset.clip.sha256},
        probe = ${json(asset.clip.probe)}, metrics = ${it.metrics === null ? null : json(it.metrics)},
        warnings = ${json(it.warnings)}, seed_used = ${it.seedUsed}, raw_status = ${it.rawStatus}, progress = 1,
        queue_position = null, reserved_micros = 0, next_look_at = null, log = ${json(it.log)},
        cost_micros = ${cost?.amountMicros ?? null}, cost_currency = ${cost?.currency ?? null},
        cost_units = ${cost?.units ?? null}, cost_unit_price_micros = ${cost?.unitPriceMicros ?? null},
        cost_basis = ${cost?.basis ?? null}
      from before where t.id = before.id
      returning t.id, t.task_id, t.cell_id, t.requested_by, before.reserved_micros
    ), freed as (
      update performer_slot s set call_id = null, expires_at = '-infinity', busy_until = '-infinity'
      from ended where s.call_id = ended.id returning s.slot
    ), paid as (
      update benchmark b set
        -- What is charged in another currency than the task's is counted as it was expected.
        spent_micros = b.spent_micros + case
          when b.currency = ${cost?.currency ?? null} then ${amountMicros}::bigint
          else least(${amountMicros}::bigint, ended.reserved_micros) end,
        reserved_micros = b.reserved_micros - ended.reserved_micros
      from ended left join freed on true
      where b.task_id = ended.task_id and ${amountMicros}::bigint + ended.reserved_micros > 0
      returning b.task_id
    ), moved as (
      update benchmark_cell c set
        status = case when c.status = 'Excluded' then 'Excluded' else 'Succeeded' end,
        counted_attempt_id = case
          when c.counted_attempt_id is null or (b.attempt_policy = 'latest' and not c.is_pinned) then ended.id
          else c.counted_attempt_id end,
        updated_at = clock_timestamp()
      from ended join benchmark b on b.task_id = ended.task_id left join paid on true
      where c.id = ended.cell_id
      returning c.row_index, c.col_index, c.sample, c.status as cell_status, c.attempt_count
    ), ${toldPart("Succeeded", 1)}
    select id from ended`.execute(db);
  return rows.length > 0;
};

export interface Unsuccess {
  readonly callId: string;
  readonly status: Extract<PerformerTaskStatus, "Failed" | "Cancelled" | "Expired">;
  /** Only if nobody has begun it meanwhile. */
  readonly isUnbegun?: boolean;
  /** The provider may still work on it: its slot stays taken until it was told. */
  readonly mustCancel: boolean;
  readonly rawStatus: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly isRetryable: boolean };
  readonly log: readonly LogLine[];
}

/** Every other end. False when the call had ended before. */
export const updateUnsuccessful = async (db: Db, it: Unsuccess): Promise<boolean> => {
  const status = it.status === "Cancelled" ? "Cancelled" : "Failed";
  const { rows } = await sql<{ id: string }>`
    with before as (
      select id, reserved_micros from performer_task
      where id = ${it.callId} and finished_at is null and (started_at is null or not ${it.isUnbegun ?? false})
      for update
    ), ended as (
      update performer_task t set
        status = ${it.status}, finished_at = clock_timestamp(), reserved_micros = 0, must_cancel = ${it.mustCancel},
        raw_status = coalesce(${it.rawStatus}, t.raw_status), queue_position = null, log = ${json(it.log)},
        next_look_at = case when ${it.mustCancel} then clock_timestamp() end,
        error_code = ${it.error.code}, error_message = ${it.error.message}, error_is_retryable = ${it.error.isRetryable}
      from before where t.id = before.id
      returning t.id, t.task_id, t.cell_id, t.requested_by, before.reserved_micros
    ), freed as (
      update performer_slot s set
        call_id = case when ${it.mustCancel} then s.call_id end,
        expires_at = case when ${it.mustCancel} then s.expires_at else '-infinity' end,
        busy_until = '-infinity'
      from ended where s.call_id = ended.id returning s.slot
    ), paid as (
      update benchmark b set reserved_micros = b.reserved_micros - ended.reserved_micros
      from ended left join freed on true
      where b.task_id = ended.task_id and ended.reserved_micros > 0 returning b.task_id
    ), moved as (
      update benchmark_cell c set
        status = case
          when c.status = 'Excluded' then 'Excluded'
          when c.counted_attempt_id is not null then 'Succeeded'
          else ${status} end,
        updated_at = clock_timestamp()
      from ended left join paid on true
      where c.id = ended.cell_id
      returning c.row_index, c.col_index, c.sample, c.status as cell_status, c.attempt_count
    ), ${toldPart(it.status, null)}
    select id from ended`.execute(db);
  return rows.length > 0;
};
