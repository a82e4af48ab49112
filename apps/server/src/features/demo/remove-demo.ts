import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDataset } from "../datasets/index.ts";
import { deleteLabelTemplate, hideLabelTask } from "../labelling/index.ts";
import { deletePerformer } from "../performers/index.ts";
import { deleteTask, type TasksDeps } from "../tasks/index.ts";
import { listDemoDatasetIds, listDemoLabelTasks, listDemoPerformerIds, listDemoTaskIds } from "./demo.store.ts";

export interface DemoDeps {
  readonly db: Db;
  readonly tasks: TasksDeps;
}

interface RemovedDemo {
  readonly tasks: number;
  readonly datasets: number;
  readonly performers: number;
  /** Their cancelled calls have not ended yet; remove again to delete them. */
  readonly performersLeft: number;
}

/**
 * Removes what the demo made. Each deletion is its own operation in the audit log. Simulated judgements and labels do not
 * protect a task, as those of people do.
 */
export const removeDemo = async ({ db, tasks }: DemoDeps, context: RequestContext): Promise<RemovedDemo> => {
  const taskIds = await listDemoTaskIds(db);
  const unprotected = { ...tasks, hasJudgements: async () => false };
  for (const id of taskIds) await deleteTask(unprotected, context, id);
  const labelTasks = await listDemoLabelTasks(db);
  for (const { id, templateId } of labelTasks) {
    await hideLabelTask(db, context, id);
    await deleteLabelTemplate(db, context, { id: templateId, isArchived: true });
  }
  const datasetIds = await listDemoDatasetIds(db);
  const datasets = await deleteUnused(datasetIds, (id) => deleteDataset({ db }, context, id));
  const performerIds = await listDemoPerformerIds(db);
  const performers = await deleteUnused(performerIds, (id) => deletePerformer({ db }, context, id));
  const performersLeft = performerIds.length - performers;
  return { tasks: taskIds.length + labelTasks.length, datasets, performers, performersLeft };
};

/** What people made something from, or what has not ended yet, stays. Returns how many were deleted. */
const deleteUnused = async (ids: readonly string[], remove: (id: string) => Promise<void>): Promise<number> => {
  let deleted = 0;
  for (const id of ids) {
    try {
      await remove(id);
      deleted += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    }
  }
  return deleted;
};
