import { type FilePart, type PutExportDeps, putExportFile } from "../../../platform/file-exports/put-export-file.ts";
import { type ColumnSetRecord, columnSetKey, type DatasetsDeps, findColumnSet } from "../../datasets/index.ts";
import { readAnswers } from "../exports/answer-readers.ts";
import { exportMime } from "../exports/label-export.rules.ts";
import { tableWriter } from "../exports/label-writers.ts";
import { findSnapshotTask, type SnapshotTask } from "./snapshot.store.ts";
import { snapshotTable } from "./snapshot-columns.ts";

export type SnapshotDeps = PutExportDeps & Pick<DatasetsDeps, "catalogue">;

/** Writes the whole file from the beginning; a retry writes the same bytes again. The set is usable once it is written. */
export const writeLabelSnapshot = async (deps: SnapshotDeps, id: string, signal: AbortSignal): Promise<void> => {
  const set = await findColumnSet(deps.db, id);
  if (!set || (set.status !== "Waiting" && set.status !== "Running")) return;
  const task = await findSnapshotTask(deps.db, set.taskId);
  if (!task) throw new Error("the label task of a column set is gone");
  const target = {
    objectKey: columnSetKey(deps.catalogue.folderKey(set.datasetId), id),
    contentType: exportMime("parquet"),
  };
  await putExportFile(deps, { table: "dataset_column_set", id }, target, partsOf(deps, set, task, signal));
};

async function* partsOf(
  { db }: SnapshotDeps,
  { name, answers, asOf }: ColumnSetRecord,
  { id: taskId, fields }: SnapshotTask,
  signal: AbortSignal,
): AsyncGenerator<FilePart> {
  const writer = tableWriter("parquet", snapshotTable({ name, answers, fields }));
  yield { bytes: writer.begin(), rows: 0 };
  for await (const items of readAnswers(db, { taskId, asOf, fields, answers }, signal)) yield writer.write(items);
  yield writer.end();
}
