// Columns beside the item table of a version: removing them. They are created from label tasks.
// Implements our addition to /dataset.
import type { DatasetColumnSet, datasetCatalogueRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ColumnSetRecord } from "./column-set.store.ts";
import { deleteColumnSet } from "./delete-column-set.ts";

export const toColumnSet = ({ creator, createdBy: _, ...set }: ColumnSetRecord): DatasetColumnSet => ({
  id: set.id,
  dataset_id: set.datasetId,
  version: set.version,
  name: set.name,
  columns: set.columns,
  task_id: set.taskId,
  task_name: set.taskName,
  answers: set.answers,
  as_of: set.asOf.toISOString(),
  status: set.status,
  rows_done: set.rowsDone,
  bytes: set.bytes,
  sha256: set.sha256,
  error: set.error,
  created_by: creator,
  created_at: set.createdAt.toISOString(),
  finished_at: set.finishedAt?.toISOString() ?? null,
});

type ColumnSetHandlers = Pick<Handlers<typeof datasetCatalogueRoutes>, "deleteColumnSet">;

export const columnSetsHandlers = ({ db }: { readonly db: Db }): ColumnSetHandlers => ({
  async deleteColumnSet({ params, context }) {
    await deleteColumnSet(db, context, params.id);
    return { id: params.id };
  },
});
