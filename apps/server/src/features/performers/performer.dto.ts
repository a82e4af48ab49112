import type { PerformerItem } from "@dailies/contract";
import type { HealthRow } from "./health.store.ts";
import type { PerformerRecord } from "./performer-record.ts";

/** The API shape of a performer. Users who may only use it see neither its endpoint nor its adapter. */
export const toPerformerItem = (
  record: PerformerRecord,
  health: HealthRow | undefined,
  { isRestricted }: { isRestricted: boolean },
): PerformerItem => ({
  id: record.id,
  name: record.name,
  kind: record.kind,
  adapter: record.adapter,
  endpoint: isRestricted ? "" : record.endpoint,
  model: record.model,
  version: record.version,
  adapter_config: isRestricted ? {} : (record.adapterConfig as PerformerItem["adapter_config"]),
  input_schema: [...record.inputSchema],
  capabilities: [...record.capabilities],
  limits: {
    concurrency: record.limits.concurrency,
    rpm: record.limits.rpm,
    timeout_s: record.limits.timeoutS,
  },
  pricing: record.pricing,
  is_enabled: record.isEnabled,
  shared_with_internal: record.isShared,
  is_secret_set: record.isSecretSet,
  health: {
    last_ok: newest(record.lastOkAt, health?.last_success_at ?? null)?.toISOString() ?? null,
    // The error may name the endpoint.
    last_error: isRestricted ? null : record.lastError,
    p50_s: health?.p50_s ?? null,
    error_rate_24h: health?.error_rate ?? null,
    calls_24h: health?.calls ?? 0,
    in_flight: health?.in_flight ?? 0,
  },
  revision: record.revision,
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  created_by: record.createdBy,
});

const newest = (a: Date | null, b: Date | null): Date | null => {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
};
