import { DomainError } from "../../../errors.ts";
import { ttlCache } from "../../../platform/concurrency/ttl-cache.ts";
import type { OutputDeps } from "../../assets/index.ts";
import { findPerformerRow, openRow, type PerformerDeps, type PerformerRow } from "../../performers/index.ts";
import { countInFlight, findMedianS } from "../jobs/job.store.ts";
import type { PerformDeps } from "./perform-deps.ts";

export interface PerformOptions extends OutputDeps, PerformerDeps, Pick<PerformDeps, "clock" | "log" | "publicOrigin"> {
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 512 * 1024 ** 2;
const MEDIAN_KEPT_MS = 60_000;
const IN_FLIGHT_KEPT_MS = 3_000;
const MAX_KNOWN = 500;

export const createPerformDeps = (options: PerformOptions): PerformDeps => {
  const { db } = options;
  const medianS = ttlCache((performerId) => findMedianS(db, performerId), { ttlMs: MEDIAN_KEPT_MS });
  const inFlight = ttlCache(() => countInFlight(db), { ttlMs: IN_FLIGHT_KEPT_MS });
  return {
    ...options,
    maxOutputBytes: options.maxOutputBytes ?? MAX_OUTPUT_BYTES,
    openPerformer: openedFor(options),
    pace: {
      medianMs: async (performerId) => {
        const s = await medianS(performerId);
        return s === undefined ? undefined : s * 1_000;
      },
      inFlight: () => inFlight(),
    },
  };
};

/**
 * Caches performer settings by revision, which every claim returns. The adapter is opened per job because it remembers the
 * last reply.
 */
const openedFor = (deps: PerformerDeps): PerformDeps["openPerformer"] => {
  const rows = new Map<string, PerformerRow>();
  return async (id, version, revision) => {
    const known = rows.get(id);
    if (known?.revision === revision) return openRow(deps, known, version);
    const row = await findPerformerRow(deps.db, id);
    if (!row) throw new DomainError("not_found", "there is no such performer");
    if (rows.size >= MAX_KNOWN) rows.clear();
    rows.set(id, row);
    return openRow(deps, row, version);
  };
};
