import type { GenerationProgress, TaskDetail, TaskItem, TaskSpend } from "@dailies/contract";
import type { Member } from "./task.store.ts";
import type { TaskRow } from "./task-list.store.ts";

const NO_PROGRESS: GenerationProgress = {
  total: 0,
  waiting: 0,
  queued: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  excluded: 0,
};

const toSpend = (row: TaskRow): TaskSpend | null =>
  row.currency === null
    ? null
    : {
        currency: row.currency,
        actual_micros: Number(row.spent_micros),
        reserved_micros: Number(row.reserved_micros),
        estimated_micros: Number(row.estimated_micros),
        budget_micros: row.budget_micros === null ? null : Number(row.budget_micros),
        is_budget_hard: row.is_budget_hard ?? false,
      };

export const toTaskItem = (row: TaskRow): TaskItem => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  description: row.description,
  tags: row.tags,
  status: row.status,
  owner: row.owner,
  owner_id: row.owner_id,
  is_mine: row.is_mine,
  rows: row.rows,
  columns: row.columns,
  progress: row.progress && { ...NO_PROGRESS, ...row.progress },
  spend: toSpend(row),
  votes: row.votes_needed === null ? null : { done: Number(row.votes_done), needed: Number(row.votes_needed) },
  revision: row.revision,
  archived_at: row.archived_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const toTaskDetail = (row: TaskRow, members: readonly Member[]): TaskDetail => ({
  ...toTaskItem(row),
  members: members.map(({ id, username }) => ({ id, username })),
  settings: row.settings as TaskDetail["settings"],
});
