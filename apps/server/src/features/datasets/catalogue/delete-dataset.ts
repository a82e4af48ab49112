import { recordOperation } from "../../operation-log/index.ts";
import { markDatasetDeleted } from "../dataset.store.ts";
import { byOf, type DatasetBy, datasetSubject, lockToChange } from "../dataset-by.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { endRun, findLivingRun } from "../index-run.store.ts";

/** Takes a dataset off the list and stops reading it. What it points to is not touched. */
export const deleteDataset = ({ db }: Pick<DatasetsDeps, "db">, by: DatasetBy, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, by, id);
    const run = await findLivingRun(tx, id);
    if (run) await endRun(tx, run.id, { status: "Cancelled", at: by.at });
    await markDatasetDeleted(tx, id, by.at);
    const { name, uri, kind, version } = row;
    const meta = { name, uri, kind, version };
    await recordOperation(tx, byOf(by), { opType: "Delete_dataset", subjects: [datasetSubject(id)], meta });
  });
