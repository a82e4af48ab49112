import type { GenerationState } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import type { TaskState } from "../../events/index.ts";
import { findTask } from "../../tasks/index.ts";
import { type CountedState, countCells, storeProgress } from "./state.store.ts";

const toState = (row: CountedState): GenerationState => {
  const { queued, running, succeeded, failed, cancelled } = row;
  const excluded = row.excluded + row.not_asked;
  const asked = row.waiting + queued + running + succeeded + failed + cancelled + excluded;
  const total = Math.max(row.grid, asked);
  const progress = {
    total,
    waiting: total - asked + row.waiting,
    queued,
    running,
    succeeded,
    failed,
    cancelled,
    excluded,
  };
  return {
    status: row.status,
    revision: row.revision,
    progress,
    spend: {
      currency: row.currency,
      actual_micros: Number(row.spent_micros),
      reserved_micros: Number(row.reserved_micros),
      estimated_micros: Number(row.estimated_micros),
      budget_micros: row.budget_micros === null ? null : Number(row.budget_micros),
      is_budget_hard: row.is_budget_hard,
    },
  };
};

/** Recounts a benchmark and stores the result for the lists. */
export const countState = async (db: Db, taskId: string): Promise<GenerationState | undefined> => {
  const row = await countCells(db, taskId);
  if (!row) return undefined;
  const state = toState(row);
  await storeProgress(db, taskId, state.progress, row.estimated_micros);
  return state;
};

/** The progress of a task for SSE events; undefined when it is gone. */
export const readTaskState = async (db: Db, taskId: string): Promise<TaskState | undefined> => {
  const state = await countState(db, taskId);
  if (state) return state;
  const task = await findTask(db, taskId);
  return task && { status: task.status, revision: task.revision, progress: null, spend: null };
};
