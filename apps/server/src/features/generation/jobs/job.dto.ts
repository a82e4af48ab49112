import type {
  DeliveryWarning,
  InputValues,
  PerformerTaskDetail,
  PerformerTaskItem,
  PlayableClip,
} from "@dailies/contract";
import type { LogLine } from "./job.rules.ts";
import type { JobRow } from "./job-details.store.ts";

type Clips = ReadonlyMap<string, PlayableClip>;

/** A job as in lists; `clips` comes from `readClips`. */
export const toPerformerTaskItem = (row: JobRow, clips: Clips): PerformerTaskItem => ({
  id: row.id,
  performer_id: row.performer_id,
  performer_name: row.performer_name,
  performer_version: row.performer_version,
  source: row.source as PerformerTaskItem["source"],
  source_ref: row.task_id,
  title: row.title,
  status: row.status as PerformerTaskItem["status"],
  raw_status: row.raw_status,
  progress: row.progress,
  queue_position: row.queue_position,
  seed_requested: toNumber(row.seed_requested),
  seed_used: toNumber(row.seed_used),
  is_reused: row.is_reused,
  outputs: [clips.get(row.asset_id ?? "")].filter((clip) => clip !== undefined),
  warnings: row.warnings as unknown as DeliveryWarning[],
  cost: toCost(row),
  ...(row.metrics !== null && { metrics: row.metrics as Record<string, number> }),
  error: toError(row),
  requested_by: row.requester,
  queued_at: row.queued_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const toPerformerTaskDetail = (row: JobRow, clips: Clips, curl: string): PerformerTaskDetail => ({
  ...toPerformerTaskItem(row, clips),
  // A cell's inputs are those of its row and column; the job stores the resolved result.
  input: (row.input ?? row.resolved_input) as InputValues,
  resolved_input: row.resolved_input as InputValues,
  external_id: row.external_id,
  retry_of: row.retry_of,
  request_hash: row.request_hash.toString("hex"),
  output_sha256: row.output_sha256?.toString("hex") ?? null,
  log: row.log as unknown as LogLine[],
  curl,
});

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));

const toCost = (row: JobRow): PerformerTaskItem["cost"] =>
  row.cost_micros === null || row.cost_currency === null
    ? null
    : {
        amount_micros: Number(row.cost_micros),
        currency: row.cost_currency,
        units: row.cost_units,
        unit_price_micros: toNumber(row.cost_unit_price_micros),
        basis: row.cost_basis as "reported",
      };

const toError = ({ error_code, error_message, error_is_retryable }: JobRow): PerformerTaskItem["error"] =>
  error_code === null
    ? null
    : { code: error_code, message: error_message ?? "", is_retryable: error_is_retryable === true };
