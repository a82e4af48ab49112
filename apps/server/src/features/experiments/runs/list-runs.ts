import type { ExperimentRun, ExperimentRunDetail } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { toRun, toRunDetail } from "../experiments.dto.ts";
import { noSuchRun } from "../logging/log-batch.ts";
import { listMetrics } from "../logging/metric.store.ts";
import { findLastLookedAt, isFiltered, listRunDetails, listRunRows, type RunsQuery } from "./run.store.ts";
import { listInputs } from "./run-input.store.ts";

export interface RunsPage {
  readonly items: ExperimentRun[];
  readonly nextCursor: string | null;
  /** Enough runs were looked at before the page was full. */
  readonly isPartial: boolean;
}

/** A page of runs with the last values of the chosen metrics. */
export const listRuns = async (
  db: Db,
  query: RunsQuery & { readonly metrics: readonly string[] },
): Promise<RunsPage> => {
  const rows = await listRunRows(db, query);
  const page = rows.slice(0, query.limit);
  const ids = page.map(({ id }) => id);
  const isFull = rows.length > query.limit;
  const [inputs, metrics, lookedAt] = await Promise.all([
    listInputs(db, ids),
    listMetrics(db, ids, query.metrics),
    !isFull && isFiltered(query) ? findLastLookedAt(db, query) : undefined,
  ]);
  const items = page.map((row) => toRun(row, inputs, metrics));
  if (isFull) return { items, nextCursor: ids.at(-1) ?? null, isPartial: false };
  return { items, nextCursor: lookedAt ?? null, isPartial: lookedAt !== undefined };
};

/** In the order that was asked for; refused when one does not exist. */
export const getRuns = async (db: Db, ids: readonly string[]): Promise<ExperimentRunDetail[]> => {
  const [rows, inputs, metrics] = await Promise.all([
    listRunDetails(db, ids),
    listInputs(db, ids),
    listMetrics(db, ids, undefined),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id);
    if (!row) throw noSuchRun();
    return toRunDetail(row, inputs, metrics);
  });
};

export const getRun = async (db: Db, id: string): Promise<ExperimentRunDetail> => {
  const [run] = await getRuns(db, [id]);
  if (!run) throw noSuchRun();
  return run;
};
