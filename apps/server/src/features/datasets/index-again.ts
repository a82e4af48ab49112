import { DomainError } from "../../errors.ts";
import { recordOperation } from "../operation-log/index.ts";
import { setDatasetStatus } from "./dataset.store.ts";
import { byOf, type DatasetBy, datasetSubject, lockToChange } from "./dataset-by.ts";
import type { DatasetsDeps } from "./datasets-deps.ts";
import { findLivingRun } from "./index-run.store.ts";
import { startRun } from "./start-run.ts";

/** Reads a dataset again; what has not changed since is taken over. */
export const indexAgain = (
  { db }: Pick<DatasetsDeps, "db">,
  by: DatasetBy,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, by, id);
    if (await findLivingRun(tx, id)) throw new DomainError("conflict", `${row.name} is being read already`);
    const runId = await startRun(tx, by, id, note);
    // A version that is whole can be looked at while the next one is made.
    if (row.version === null) await setDatasetStatus(tx, id, "Indexing", by.at);
    await recordOperation(tx, byOf(by), {
      opType: "Index_dataset",
      subjects: [datasetSubject(id)],
      meta: { run: runId, note },
    });
  });
