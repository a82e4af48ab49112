import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { findDataset, isDatasetNameTaken, markDatasetDeleted, setPin, updateDatasetRow } from "../dataset.store.ts";
import { datasetSubject, lockToChange, noDataset } from "../dataset-access.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { endRun, findLivingRun } from "../index-run.store.ts";
import { nameTaken } from "./create-dataset.ts";

export interface DatasetChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** Changes name, description and tags, if the revision is the one the caller last saw. */
export const updateDataset = (
  { db }: Pick<DatasetsDeps, "db">,
  context: RequestContext,
  change: DatasetChange,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, change.id);
    if (row.revision !== change.expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${change.expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    if (await isDatasetNameTaken(tx, change.name, row.id)) throw nameTaken(change.name);
    const { name, description } = change;
    const after = { name, description, tags: [...new Set(change.tags)] };
    await updateDatasetRow(tx, row.id, { ...after, revision: row.revision + 1, updated_at: context.at });
    const before = { name: row.name, description: row.description, tags: row.tags };
    await recordOperation(tx, auditActor(context), {
      opType: "Update_dataset",
      subjects: [datasetSubject(row.id)],
      meta: { before, after },
    });
  });

/** Removes a dataset that nothing was made from, and stops indexing it. The source data is not touched. */
export const deleteDataset = ({ db }: Pick<DatasetsDeps, "db">, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockToChange(tx, context, id);
    await requireUnused(tx, context.actor, { kind: "dataset", id });
    const run = await findLivingRun(tx, id);
    if (run) await endRun(tx, run.id, { status: "Cancelled", at: context.at });
    await markDatasetDeleted(tx, id, context.at);
    const { name, uri, kind, version } = row;
    const meta = { name, uri, kind, version };
    await recordOperation(tx, auditActor(context), { opType: "Delete_dataset", subjects: [datasetSubject(id)], meta });
  });

/** Pins are per user and visible to nobody else, so they are not in the operation log. */
export const pinDataset = async (
  { db }: Pick<DatasetsDeps, "db">,
  userId: string,
  { id, isPinned }: { readonly id: string; readonly isPinned: boolean },
): Promise<void> => {
  if (!(await findDataset(db, id))) throw noDataset();
  await setPin(db, userId, id, isPinned);
};
