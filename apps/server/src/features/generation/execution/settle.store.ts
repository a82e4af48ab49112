import type { DeliveryWarning, PerformerTaskStatus } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { callPredicate } from "../../../platform/db/execute-prepared.ts";
import { type GeneratedAsset, toMadeAsset } from "../../assets/index.ts";
import type { LogLine } from "../jobs/job.rules.ts";

export interface JobCost {
  readonly amountMicros: number;
  readonly currency: string;
  readonly units: number | null;
  readonly unitPriceMicros: number | null;
  readonly basis: "reported" | "computed" | "estimated";
}

export interface Success {
  readonly jobId: string;
  readonly metrics: Readonly<Record<string, number>> | null;
  readonly warnings: readonly DeliveryWarning[];
  readonly seedUsed: number | null;
  readonly cost: JobCost | null;
  readonly rawStatus: string;
  readonly log: readonly LogLine[];
}

/** See the SQL function. False when the job had already ended. */
export const updateSucceeded = async (db: Db, it: Success, asset: GeneratedAsset): Promise<boolean> => {
  const { cost } = it;
  const outcome = JSON.stringify({
    metrics: it.metrics,
    warnings: it.warnings,
    seed_used: it.seedUsed,
    raw_status: it.rawStatus,
    log: it.log,
    cost_micros: cost?.amountMicros,
    cost_currency: cost?.currency,
    cost_units: cost?.units,
    cost_unit_price_micros: cost?.unitPriceMicros,
    cost_basis: cost?.basis,
  });
  const values = [it.jobId, outcome, toMadeAsset(asset)];
  return callPredicate(db, "select settle_succeeded($1, $2, $3) as is_done", values);
};

export interface Unsuccess {
  readonly jobId: string;
  readonly status: Extract<PerformerTaskStatus, "Failed" | "Cancelled" | "Expired">;
  /** Only if no worker has started it. */
  readonly isNotStarted?: boolean;
  /** The provider may still work on it: keeps the slot until the cancellation is confirmed. */
  readonly mustCancel: boolean;
  readonly rawStatus: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly isRetryable: boolean };
  readonly log: readonly LogLine[];
}

/** See the SQL function. False when the job had already ended. */
export const updateUnsuccessful = async (db: Db, it: Unsuccess): Promise<boolean> => {
  const outcome = JSON.stringify({
    status: it.status,
    raw_status: it.rawStatus,
    log: it.log,
    error_code: it.error.code,
    error_message: it.error.message,
    error_is_retryable: it.error.isRetryable,
  });
  const values = [it.jobId, it.isNotStarted ?? false, it.mustCancel, outcome];
  return callPredicate(db, "select settle_unsuccessful($1, $2, $3, $4) as is_done", values);
};
