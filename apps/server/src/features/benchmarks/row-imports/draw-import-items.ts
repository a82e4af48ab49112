import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type DatasetsDeps, drawRows, type Replicas } from "../../datasets/index.ts";
import { insertImportItems } from "./import-item.store.ts";
import { listMappedColumns, mapItems } from "./map-items.rules.ts";
import { findRowImport, lockRunningImport } from "./row-import.store.ts";

export interface DrawItemsDeps extends Pick<DatasetsDeps, "tableReader"> {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: Replicas;
}

/** Draws the sample and keeps its items in order, once per import. */
export const drawImportItems = async (deps: DrawItemsDeps, importId: string, signal: AbortSignal): Promise<void> => {
  const job = await findRowImport(deps.db, importId);
  if (job?.status !== "Waiting") return;
  const { query, version, seed, wantedItems: count, mapping } = job;
  const columns = listMappedColumns(mapping);
  const items = await drawRows(deps, job.datasetId, { ...query, version, seed, count, columns }, signal);
  const mapped = mapItems(items, mapping);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockRunningImport(tx, importId);
    if (locked?.status === "Waiting") await insertImportItems(tx, importId, mapped, deps.clock());
  });
};
