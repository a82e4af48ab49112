import { DomainError } from "../../../errors.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { isDatasetNameTaken, updateDatasetRow } from "../dataset.store.ts";
import { byOf, type DatasetBy, datasetSubject, lockToChange } from "../dataset-by.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { nameTaken } from "./create-dataset.ts";

export interface DatasetChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** Renames, describes and tags a dataset that is as its caller last saw it. */
export const updateDataset = ({ db }: Pick<DatasetsDeps, "db">, by: DatasetBy, change: DatasetChange): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, by, change.id);
    if (row.revision !== change.expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${change.expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    if (await isDatasetNameTaken(tx, change.name, row.id)) throw nameTaken(change.name);
    const { name, description } = change;
    const after = { name, description, tags: [...new Set(change.tags)] };
    await updateDatasetRow(tx, row.id, { ...after, revision: row.revision + 1, updated_at: by.at });
    const before = { name: row.name, description: row.description, tags: row.tags };
    await recordOperation(tx, byOf(by), {
      opType: "Update_dataset",
      subjects: [datasetSubject(row.id)],
      meta: { before, after },
    });
  });
